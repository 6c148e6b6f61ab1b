public import Purser

// The calls for buttons. Each waits for the store, and on return the model has the result; errors are in `failure`, so
// that a button need not catch anything.
extension StoreModel {
    /// Buys a product.
    ///
    /// While it waits, ``ProductModel/isPurchasing`` is true. Cancelling the task ends the waiting, not the payment.
    ///
    /// - Parameters:
    ///   - productID: the product to buy.
    ///   - presentation: the scene, view controller or window for the payment sheet; `nil` leaves that to the backend.
    /// - Returns: the outcome; `nil` when it failed, with ``failure``.
    @discardableResult
    public func purchase(
        _ productID: String, confirmIn presentation: PurchasePresentation? = nil
    ) async -> PurchaseOutcome? {
        await purchase(PaymentRequest(productID: productID), confirmIn: presentation)
    }

    /// Buys by a request: with an offer, a quantity, or a context.
    ///
    /// - Parameters:
    ///   - request: the product, the user and the finishing.
    ///   - presentation: the place of the payment sheet; `nil` leaves that to the backend.
    /// - Returns: the outcome; `nil` when it failed, with ``failure``.
    @discardableResult
    public func purchase(
        _ request: PaymentRequest, confirmIn presentation: PurchasePresentation? = nil
    ) async -> PurchaseOutcome? {
        let product = modelsByID[request.productID]
        product?.calls += 1
        defer { product?.calls -= 1 }
        return await tried {
            if let preview { return try await preview.purchase(request) }
            return try await opened().purchase(request, confirmIn: presentation)
        }
    }

    /// Restores earlier purchases; the App Store's guidelines require a button for it.
    ///
    /// - Returns: the outcome; `nil` when it failed, with ``failure``, and in a preview.
    @discardableResult
    public func restore() async -> RestoreOutcome? {
        guard preview == nil else { return nil }
        restores += 1
        defer { restores -= 1 }
        return await tried { try await opened().restorePurchases() }
    }

    /// Shows the sheet in which a customer redeems an offer code.
    ///
    /// - Parameter presentation: the place of the sheet; `nil` leaves that to the backend.
    public func redeemCode(in presentation: PurchasePresentation? = nil) async {
        guard preview == nil else { return }
        await tried { try await opened().redeemCode(in: presentation) }
    }

    /// Fetches all products again, known ones too: for a button beside ``failure`` when there was no network.
    public func reload() async {
        guard let store else { return }
        await load(followed.map(\.id), from: store, refreshing: true)
    }

    private func opened() throws(PurchaseFailure) -> PurchaseStore {
        guard let store else {
            throw PurchaseFailure(.storeClosed, "The store is not open yet. Call run() of the model in a view's task.")
        }
        return store
    }

    @discardableResult
    private func tried<Value>(_ body: () async throws -> Value) async -> Value? {
        defer { if let store, phase == .open { catchUp(with: store) } }
        do {
            return try await body()
        } catch {
            note(error)
            return nil
        }
    }

    /// Shows a failure, unless it is a cancellation.
    func note(_ error: any Error) {
        let failure = PurchaseFailure(
            wrapping: error, as: error is CancellationError ? .waitCancelled : .systemError,
            "The app's own part of the call failed; see the underlying error.")
        if failure.code != .waitCancelled { self.failure = failure }
    }
}
