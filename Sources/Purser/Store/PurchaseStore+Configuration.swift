extension PurchaseStore {
    /// How a store is set up; everything but the backend has a default.
    public struct Configuration: Sendable {
        /// Where things are bought.
        public var backend: any StoreBackend
        /// The products that are fetched when the store opens.
        public var productIDs: [String] = []
        /// How long a fetched product is fresh; later it is told stale once while it is fetched again.
        public var catalogLifetime: Duration = .seconds(3_600)
        /// What comes with products and has to be on the device before they are finished; `nil` when nothing does.
        public var contents: StoreContents?
        /// Hands over what was bought, once for each update that gives something, before the transaction is finished.
        ///
        /// It may be called again for the same transaction when the program ended before its success was recorded:
        /// use the transaction's identifier to recognise that. What it throws is classified by ``RetryClass`` and tried
        /// again by `retries.grant`; when that is used up, the transaction is set aside as a dead letter.
        public var grant: (@Sendable (StoreUpdate) async throws -> Void)?
        /// Takes manual purchases that nobody waits for: late ones, and at each launch those not finished yet.
        public var manualPurchases: (@Sendable (StorePurchase) async -> Void)?
        /// Answers purchases that the customer began in the App Store; without it they are declined.
        public var promotedPurchases: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?
        /// How many contents and grants are handed over at once; they begin in the order of the updates.
        public var concurrentDeliveries = 8
        /// Decides whether transactions are genuine.
        public var verifier: any TransactionVerifier = PlatformVerifier()
        /// When the stages try again.
        public var retries = RetryPolicies()
        /// Tells when the network is back, which ends all pauses at once.
        public var connectivity: any Connectivity = AlwaysOnline()
        /// How many of the latest updates stay readable for `updates(after:)`, besides those a reader still has to get.
        public var keptUpdates = 10_000
        /// Time; tests put a virtual clock here.
        public var clock: any StoreClock = SystemClock()
        /// Chance, for tokens and pauses; tests put a seeded generator here.
        public var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        /// Where the ledger is kept; by default in memory, which is for trying things out.
        public var ledger: LedgerLocation = .memory
        /// Whose state the store works with; ``PurchaseStore/switchAccount(to:)`` changes it later.
        public var account: StoreAccount = .shared
        /// In place of `ledger` for the state that all share, for tests.
        package var storage: (any LedgerStorage)?
        /// In place of `ledger`, for tests: the storage of each ledger, asked at each session anew.
        package var storages: (@Sendable (LedgerKey) -> any LedgerStorage)?

        /// A configuration for a backend, with all defaults.
        public init(backend: any StoreBackend) { self.backend = backend }
    }
}
