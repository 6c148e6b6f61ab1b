extension PurchaseStore {
    /// How a store is set up; everything but the backend has a default.
    public struct Configuration: Sendable {
        /// The store that sells the products.
        public var backend: any StoreBackend
        /// The products that are fetched when the store opens.
        public var productIDs: [String] = []
        /// The products that the app brings along, where it wants ``PurchaseStore/allowedProductIDs`` to follow them, and
        /// products that are free for subscribers.
        public var productList: ProductList?
        /// How long a fetched product is fresh.
        ///
        /// After that a call still gets it at once, and it is fetched again. Zero or less keeps none.
        public var catalogLifetime: Duration = .seconds(3_600)
        /// The contents of products, which are installed before a purchase is finished; `nil` when no product has any.
        public var contents: StoreContents?
        /// Delivers what was bought: it is called for each update of a kind that ``StoreUpdate/Kind/grants``, and for each that
        /// raises ``StoreTransaction/standingQuantity``, before the transaction is finished.
        ///
        /// It is called again for the same transaction if the program ended before its success was recorded. Use the
        /// transaction's identifier to recognise that. When it throws, ``RetryClass`` classifies the error, and the
        /// policy `retries.grant` decides when it is called again. When that is used up, the transaction becomes a dead
        /// letter.
        public var grant: (@Sendable (StoreUpdate) async throws -> Void)?
        /// Mirrors `grant`: it is called when a refund, a revocation or an upgrade lowers
        /// ``StoreTransaction/standingQuantity`` below what the app may hold, before the transaction is finished.
        ///
        /// Both handlers set what the app credits for the transaction to `standingQuantity`. A grant that failed or was cut off may
        /// have had its effect, so this may be called for a transaction that was never granted; it is not called for one that was
        /// revoked before its grant began, nor for what the app finishes by itself. Without `grant`, what is recorded counts
        /// as granted.
        ///
        /// It is called again for the same update if the program ended before its success was recorded. Errors are treated
        /// as those of `grant`, by the policy `retries.revoke`, up to the dead letter. Without it, what is recorded counts as
        /// revoked, and a diagnostic of the kind `handlerMissing` says so.
        public var revoke: (@Sendable (StoreUpdate) async throws -> Void)?
        /// Who finishes the transactions of a product, by its identifier; `nil` lets Purser finish them all.
        ///
        /// It is asked for each payment that does not say so itself, and when a transaction is recorded first for which no
        /// payment does: bought elsewhere, restored, shared by the family, or left over from an earlier launch. The answer
        /// is recorded, and holds for that transaction whatever this says later. It is called while the ledger waits, so it
        /// should answer at once, and always the same.
        public var finishing: (@Sendable (_ productID: String) -> Finishing)?
        /// Receives manual purchases for which no call waits: those that arrive late, and at each launch the unfinished
        /// ones.
        ///
        /// A restored purchase that the store does not want to have finished comes to no handler, but in the answer of the
        /// restore and in the updates.
        public var manualPurchases: (@Sendable (StorePurchase) async -> Void)?
        /// Decides about purchases that the customer began in the App Store.
        ///
        /// Without it they are declined.
        public var promotedPurchases: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?
        /// How long the store waits for its backend and for the handlers, after which it goes on without them.
        public var limits = CallLimits()
        /// How many purchases are handed over at the same time.
        ///
        /// They begin in the order of their updates. Less than 1 counts as 1.
        public var concurrentDeliveries = 8
        /// How long a payment waits for an equal one before it, where the backend's answers do not name their payments.
        ///
        /// Payments are equal when only their context or their finishing tells them apart. They go out one after the other,
        /// so that each keeps its own: the next when the one before has ended, is pending, or has been with the backend for
        /// this long. The diagnostic ``StoreDiagnostic/Kind/paymentHeld`` names a payment that waits.
        /// See ``BackendCapabilities/answersNamePayments``.
        public var equalPaymentLimit: Duration = .seconds(120)
        /// Decides whether transactions are genuine.
        public var verifier: any TransactionVerifier = PlatformVerifier()
        /// The retry policy of each stage.
        public var retries = RetryPolicies()
        /// Reports when the network comes back, which ends all pauses between retries.
        public var connectivity: any Connectivity = AlwaysOnline()
        /// How many of the latest updates stay readable by `updates(after:)`, besides those that a reader has not got
        /// yet; less than 0 counts as 0.
        public var keptUpdates = 10_000
        /// The named readers of updates, registered in each user's ledger when it is opened, before anything is recorded in it:
        /// so they miss nothing of a user's first sign-in.
        ///
        /// One that a ledger knows goes on where it stopped. Open with ``PurchaseStore/updates(for:from:)``, or
        /// ``PurchaseStore/follow(_:from:_:)``, when the app gets to it.
        public var consumers: [UpdateConsumer] = []
        /// The clock: the device's, or inside a simulation of `PurserTesting` the simulation's.
        public var clock: any StoreClock = StoreDefaults.current.clock()
        /// The source of random numbers for tokens and pauses: the system's, or inside a simulation of `PurserTesting` one
        /// that follows from the seed.
        public var generator: any RandomNumberGenerator & Sendable = StoreDefaults.current.generator()
        /// With a ledger in memory, how many updates are kept for readers that have not got them yet, about 1 KB each.
        ///
        /// A reader that falls further behind has missed some: its loop ends with an ``UpdateGap``. From a ledger on disk
        /// it gets them all. Less than ``keptUpdates`` counts as that.
        public var unreadUpdates = 100_000
        /// Where the ledger is kept.
        ///
        /// The default is memory, which is for trying things out.
        public var ledger: LedgerLocation = .memory
        /// The user for whom the store works at first; ``PurchaseStore/switchAccount(to:)`` changes it later.
        public var account: StoreAccount = .shared
        /// What is decided about subscriptions of which the store has not told lately: for how long they may be used, when the
        /// answer is stale, and when the store is asked again.
        public var entitlementPolicy = EntitlementPolicy()
        /// What becomes of a purchase when the store later names another user for it; see <doc:KeepingUsersApart>.
        public var accountMoves: AccountMovePolicy = .move
        /// For tests: the storage of the shared account, in place of `ledger`.
        package var storage: (any LedgerStorage)?
        /// For tests: makes the storage of a ledger, once for each session, in place of `ledger`.
        package var storages: (@Sendable (LedgerKey) -> any LedgerStorage)?

        /// A configuration for a backend, with all defaults.
        public init(backend: any StoreBackend) { self.backend = backend }
    }
}

extension PurchaseStore.Configuration: CustomStringConvertible {
    /// The parts that differ from app to app, such as `EmbeddedAppStore, ledger in memory, account shared, 2 products, with
    /// grant`.
    public var description: String {
        var parts = ["\(type(of: backend))", "ledger \(ledger)", "account \(account)"]
        if !productIDs.isEmpty { parts.append(Wording.count(productIDs.count, "product")) }
        let handlers = [
            (grant != nil, "grant"), (revoke != nil, "revoke"), (finishing != nil, "finishing"),
            (manualPurchases != nil, "manualPurchases"),
            (promotedPurchases != nil, "promotedPurchases"), (contents != nil, "contents"),
        ]
        let present = handlers.filter(\.0).map(\.1)
        if !present.isEmpty { parts.append("with \(present.joined(separator: ", "))") }
        return parts.joined(separator: ", ")
    }
}
