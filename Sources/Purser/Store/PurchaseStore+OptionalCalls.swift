// Calls that some platforms support and others do not. The transactions that they lead to arrive as updates.
extension PurchaseStore {
    /// Whether the backend can do this; ask before a button for it is offered.
    public func supports(_ call: BackendCapabilities.OptionalCall) -> Bool {
        sessions.backend.capabilities.optionalCalls.contains(call)
    }

    /// Lets the customer redeem an offer code; what it brings arrives in the updates.
    ///
    /// - Parameter presentation: the scene or view controller in which; `nil` leaves that to the backend.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.storeClosed`, `.accountNotNamed`, or what the backend
    ///   says.
    public func redeemCode(in presentation: PurchasePresentation? = nil) async throws(PurchaseFailure) {
        try await call(.redeemCode) { try await $0.redeemCode(in: presentation) }
    }

    /// Lets the customer ask for their money back; if the store agrees, the transaction arrives as revoked.
    ///
    /// - Parameters:
    ///   - transactionID: what the customer wants to return.
    ///   - presentation: the scene or view controller in which; `nil` leaves that to the backend.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.unknownTransaction`, `.storeClosed`, `.accountNotNamed`,
    ///   or what the backend says.
    @discardableResult
    public func beginRefundRequest(
        for transactionID: String, in presentation: PurchasePresentation? = nil
    ) async throws(PurchaseFailure) -> RefundRequestStatus {
        try await call(.beginRefundRequest) { try await $0.beginRefundRequest(for: transactionID, in: presentation) }
    }

    /// Shows the customer their subscriptions, to change or cancel them; what they change arrives in the updates.
    ///
    /// - Parameters:
    ///   - subscriptionGroupID: the group to show; `nil` shows all.
    ///   - presentation: the scene in which; `nil` leaves that to the backend.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.storeClosed`, `.accountNotNamed`, or what the backend
    ///   says.
    public func showManageSubscriptions(
        subscriptionGroupID: String? = nil, in presentation: PurchasePresentation? = nil
    ) async throws(PurchaseFailure) {
        try await call(.showManageSubscriptions) {
            try await $0.showManageSubscriptions(subscriptionGroupID: subscriptionGroupID, in: presentation)
        }
    }

    /// How the customer came by the app itself, with its signed form and what was signed for this device.
    ///
    /// - Parameter refresh: whether the store is asked anew, for which the customer may have to sign in.
    /// - Throws: ``PurchaseFailure`` with `.unsupportedPlatform`, `.verificationFailed` when it is not genuine,
    ///   `.storeClosed`, or what the backend says.
    public func appTransaction(refresh: Bool = false) async throws(PurchaseFailure) -> StoreAppTransaction {
        try await call(.appTransaction, needsUser: false, within: refresh ? nil : engine.limits.backend) {
            try await $0.appTransaction(refresh: refresh)
        }
    }

    /// The messages that the store wants to show, beginning with the first one since the user was named; follow them in one
    /// place and show them when it fits.
    public var messages: AsyncStream<StoreMessage> { engine.notices.messages.stream() }

    private func call<Value: Sendable>(
        _ call: BackendCapabilities.OptionalCall, needsUser: Bool = true,
        within limit: Duration? = nil, _ body: @escaping @Sendable (any StoreBackend) async throws -> Value
    ) async throws(PurchaseFailure) -> Value {
        let engine = engine
        if needsUser { try engine.checkNamed() } else { try engine.checkOpen() }
        guard supports(call) else { throw PurchaseFailure(BackendError.unsupported(call)) }
        do {
            return try await engine.ask("\(call.rawValue)", within: limit ?? engine.limits.sheet, body)
        } catch {
            try engine.checkOpen()
            throw PurchaseFailure(
                wrapping: error, as: Task.isCancelled ? .waitCancelled : .systemError,
                "The store could not do this (\(call.rawValue)); see the underlying error.")
        }
    }
}
