#if canImport(StoreKit)
    public import Purser
    import StoreKit

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// Sells through StoreKit 1, the older interface, which Apple has deprecated since iOS 18.
    ///
    /// It is for apps that need its queue. With StoreKit 1 answers have no token, transactions are not signed, and the
    /// app must know the type of each product. Other apps use ``StoreKit2Backend``.
    ///
    /// It owns the observer of the payment queue and the handles of its transactions. It reports in the order of the
    /// queue, finishes only requested transactions, and never finishes deferred payments or those that are still
    /// purchasing. It never decides which payment a transaction belongs to. It does not download content that Apple
    /// hosts: Apple has ended that.
    public final class StoreKit1Backend: StoreBackend {
        /// The capabilities of StoreKit 1 on this platform.
        public let capabilities = BackendCapabilities(
            concurrentPayments: 1, optionalCalls: StoreKit1Backend.optionalCalls, answersNamePayments: false)
        /// The inbox for everything that the queue reports.
        public let inbox = BackendInbox()

        let usernames: ApplicationUsernames
        /// The type of each product; StoreKit 1 reports it for subscriptions only.
        let productTypes: [String: StoreProduct.ProductType]
        let receipt: @Sendable () -> StoreReceipt?

        struct Guarded: Sendable {
            var state = StoreKit1State()
            var observer: QueueObserver?
            var handles: [ObjectIdentifier: StoreKit1State.Handle] = [:]
            /// Kept, so that no other object gets the same address.
            var transactions: [StoreKit1State.Handle: SKPaymentTransaction] = [:]
            var handleCount = 0
            var products: [String: SKProduct] = [:]
            /// How many purchases of each product the customer has begun in the App Store.
            var promotions: [String: Int] = [:]
        }

        let guarded = Lock(Guarded())

        /// Makes a backend for the payment queue of this device; make one for the whole app.
        ///
        /// - Parameters:
        ///   - productTypes: the type of each product, by its identifier. StoreKit 1 does not report it; a consumable
        ///     without a type counts in no balance.
        ///   - usernames: the names of users that the app used with StoreKit before; empty if they are UUIDs.
        public convenience init(
            productTypes: [String: StoreProduct.ProductType], usernames: ApplicationUsernames = ApplicationUsernames()
        ) {
            self.init(productTypes: productTypes, usernames: usernames, receipt: { StoreReceipt.appReceipt() })
        }

        /// The same, with another place of the receipt.
        package init(
            productTypes: [String: StoreProduct.ProductType], usernames: ApplicationUsernames,
            receipt: @escaping @Sendable () -> StoreReceipt?
        ) {
            self.productTypes = productTypes
            self.usernames = usernames
            self.receipt = receipt
        }

        /// Whether this customer may make payments.
        public var canMakePayments: Bool { SKPaymentQueue.canMakePayments() }

        private static var optionalCalls: Set<BackendCapabilities.OptionalCall> {
            #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
                [.redeemCode]
            #else
                []
            #endif
        }

        #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
            /// Shows the sheet for offer codes; the transaction of a redeemed code comes by the queue.
            public func redeemCode(in presentation: PurchasePresentation?) async throws {
                SKPaymentQueue.default().presentCodeRedemptionSheet()
            }
        #endif

        // MARK: Listening

        /// Begins to observe the queue, and reports everything in it.
        public func activate() async throws {
            let observer = QueueObserver { [weak self] in self?.received($0) }
            let former = guarded.withLock { guarded in
                guarded.state.activated()
                defer { guarded.observer = observer }
                return guarded.observer
            }
            if let former { SKPaymentQueue.default().remove(former) }
            report(leftovers() + guarded.withLock { $0.state.takeUnreported() })
            SKPaymentQueue.default().add(observer)
        }

        /// Stops observing the queue, which keeps its transactions.
        public func deactivate() async {
            let observer = guarded.withLock { guarded in
                guarded.state.deactivated()
                return guarded.observer.take()
            }
            if let observer { SKPaymentQueue.default().remove(observer) }
        }

        /// Reports all unfinished transactions of the queue.
        ///
        /// - Throws: `BackendFailure` when the backend is not active.
        public func redeliver() async throws {
            try checkActive()
            report(leftovers())
        }

        private func leftovers() -> [BackendEvent] {
            events(of: SKPaymentQueue.default().transactions, areLeftovers: true)
        }

        func report(_ events: [BackendEvent]) {
            if guarded.withLock({ $0.state.mayReport(events) }) { inbox.put(events) }
        }

        func checkActive() throws(BackendFailure) {
            guard !guarded.withLock({ $0.state.isActive }) else { return }
            throw BackendFailure(
                .clientInvalid, "StoreKit1Backend is not active. Call activate() first.", retry: .retryable())
        }

        // MARK: Finishing

        /// Finishes transactions; StoreKit removes them from its queue later.
        public func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
            let transactions = guarded.withLock { guarded in
                requests.compactMap { request in
                    guarded.state.finished(request.transactionID).flatMap { guarded.transactions[$0] }
                }
            }
            for transaction in transactions { SKPaymentQueue.default().finishTransaction(transaction) }
            return [:]
        }

        // MARK: Restores

        /// Restores the purchases of the customer, or of one user of the app.
        ///
        /// - Throws: `BackendFailure` when the backend is not active.
        public func restore(_ id: RestoreID, for account: UUID?) async throws {
            try checkActive()
            guarded.withLock { $0.state.restoring(id) }
            if let account {
                SKPaymentQueue.default()
                    .restoreCompletedTransactions(withApplicationUsername: usernames.name(of: account))
            } else {
                SKPaymentQueue.default().restoreCompletedTransactions()
            }
        }

        // MARK: Receipt and storefront

        /// The app receipt on the device; `nil` when there is none.
        public func localReceipt() async -> StoreReceipt? { receipt() }

        /// A new app receipt; StoreKit may ask the customer to sign in.
        ///
        /// - Throws: `BackendFailure`.
        public func refreshReceipt() async throws -> StoreReceipt {
            if let error = await ReceiptRequest.run() {
                throw BackendFailure(storeKit1: error, doing: "refreshing the receipt")
            }
            if let receipt = receipt() { return receipt }
            throw BackendFailure(
                .receiptUnavailable, "StoreKit refreshed the receipt, and there is none. Try again later.",
                retry: .retryable())
        }

        /// The customer's storefront; `nil` when no customer is signed in.
        public func storefront() async -> StoreStorefront? {
            SKPaymentQueue.default().storefront.map { StoreStorefront($0) }
        }
    }
#endif
