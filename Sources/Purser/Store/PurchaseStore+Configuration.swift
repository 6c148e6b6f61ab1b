extension PurchaseStore {
    /// The settings of a store; all but the backend have a default.
    public struct Configuration: Sendable {
        /// The backend that sells the products.
        public var backend: any StoreBackend
        /// The products that are fetched when the store opens.
        public var productIDs: [String] = []
        /// The products that the app lists itself, for ``PurchaseStore/allowedProductIDs`` and for products that are
        /// free for subscribers.
        public var productList: ProductList?
        /// How long a fetched product is fresh.
        ///
        /// After that a call still returns it at once, and it is fetched again. Zero or less caches none. An unknown
        /// identifier is not requested again for one second, or for this time if it is shorter.
        public var catalogLifetime: Duration = .seconds(3_600)
        /// The contents of products, which are installed before a purchase is finished; `nil` when no product has
        /// content.
        public var contents: StoreContents?
        /// Delivers a purchase: it is called before the transaction is finished.
        ///
        /// It is called for each update of the kind `purchased`, `restored`, `renewed` or `reinstated` (the kinds whose
        /// ``StoreUpdate/Kind/grants`` is true), and for each that raises ``StoreTransaction/remainingQuantity``.
        ///
        /// It is called again for the same transaction if the program ended before its success was recorded. Recognise
        /// that by the transaction's identifier. When it throws, ``RetryClass`` classifies the error, and the policy
        /// `retries.grant` decides when it is called again. After the last attempt the transaction becomes a dead
        /// letter.
        ///
        /// Its update is yielded by the streams before it is called; only `purchase` waits for it. No handler is called
        /// when a subscription ends, and a restored subscription may be over already: read
        /// ``PurchaseStore/entitlements`` for subscriptions.
        public var grant: (@Sendable (StoreUpdate) async throws -> Void)?
        /// Revokes a purchase: it is called when a refund, a revocation or an upgrade lowers
        /// ``StoreTransaction/remainingQuantity`` below the units that the app may hold, before the transaction is
        /// finished.
        ///
        /// Set what the app credits for the transaction to `remainingQuantity`, in both handlers. A grant that failed or
        /// was interrupted may have had its effect, so this handler may be called for a transaction that was never
        /// granted. It is not called for a transaction that was revoked before its grant began, nor for manual
        /// purchases, nor when a subscription ends. Without `grant`, a recorded purchase counts as granted. The streams
        /// yield the update before this handler is called, and no call waits for it.
        ///
        /// It is called again for the same update if the program ended before its success was recorded. Errors are
        /// treated as those of `grant`, by the policy `retries.revoke`, up to the dead letter. Without this handler a
        /// recorded refund counts as revoked, and a diagnostic of the kind `handlerMissing` reports it.
        public var revoke: (@Sendable (StoreUpdate) async throws -> Void)?
        /// Decides by the product's identifier who finishes its transactions; `nil` lets Purser finish all.
        ///
        /// It is called for each payment without a `finishing` of its own, and when a transaction without a payment is
        /// first recorded: bought elsewhere, restored, shared by the family, or left unfinished by an earlier launch.
        /// The result is recorded, and later results do not change that transaction. The ledger waits for the call, so
        /// return at once, and always the same result for a product.
        public var finishing: (@Sendable (_ productID: String) -> Finishing)?
        /// Receives manual purchases for which no call waits: those that arrive late, and the unfinished ones at each
        /// launch.
        ///
        /// A restored purchase that needs no finish is not passed to it. It is in the result of the restore and in the
        /// updates.
        public var manualPurchases: (@Sendable (StorePurchase) async -> Void)?
        /// Decides about purchases that the customer began in the App Store.
        ///
        /// Without it they are declined. A switch of users neither cancels it nor waits for it: its decision counts for
        /// the user who is present when it returns. If the app ends before it has decided, the purchase is deferred.
        public var promotedPurchases: (@Sendable (PromotedPurchase) async -> PromotedPurchase.Decision)?
        /// Publishes what the current user owns, for widgets and extensions; see <doc:InAnApp>.
        ///
        /// It is called when the store has opened, after changes, and when the store closes, one call at a time. It may block.
        /// A call may repeat what an earlier one passed. A switch of users returns after the calls for no user and for the
        /// next one. When it throws, it is called again by the policy `retries.publish`, or at the next switch.
        public var publish: (@Sendable (StoreEntitlements) throws -> Void)?
        /// How long the store waits for its backend and for the handlers until a call is timed out.
        public var limits = CallLimits()
        /// How many purchases are delivered at the same time.
        ///
        /// They begin in the order of their updates. Less than 1 counts as 1.
        public var concurrentDeliveries = 8
        /// Verifies transactions.
        public var verifier: any TransactionVerifier = PlatformVerifier()
        /// The retry policy of each stage.
        public var retries = RetryPolicies()
        /// Reports that the network is available again, which ends all pauses between retries.
        public var connectivity: any Connectivity = AlwaysOnline()
        /// How many of the latest updates stay readable by `updates(after:)`, besides those that a consumer has not
        /// read yet; less than 0 counts as 0.
        public var keptUpdates = 10_000
        /// The named consumers, and where each begins in a ledger without it, as in `["analytics": .now]`.
        ///
        /// They are registered in each user's ledger when it is opened, before anything is recorded in it, so they miss
        /// nothing of a user's first sign-in. Here `.now` and `.opening` are the same: the opening of the ledger. A
        /// consumer that is already registered in the ledger resumes where it stopped. A name has at most
        /// ``IntakeLimits/identifierBytes``. Read with
        /// ``PurchaseStore/updates(for:from:)`` or ``PurchaseStore/follow(_:from:_:)`` at any later time.
        public var consumers: [String: UpdateStart] = [:]
        /// The clock: the device's, or inside a simulation of `PurserTesting` the simulation's.
        public var clock: any StoreClock = StoreDefaults.current.clock()
        /// The source of random numbers for tokens and pauses: the system's, or inside a simulation of `PurserTesting` one
        /// that follows from the seed.
        public var generator: any RandomNumberGenerator & Sendable = StoreDefaults.current.generator()
        /// How many updates a ledger in memory keeps for consumers and streams that have not read them yet, about 1 KB
        /// each.
        ///
        /// One that is further behind misses some: its loop ends with an ``UpdateGap``. A ledger on disk keeps them
        /// all. Less than ``keptUpdates`` counts as that.
        public var unreadUpdates = 100_000
        /// Where the ledger is kept.
        ///
        /// The default is memory, for a first try.
        public var ledger: LedgerLocation = .memory
        /// The user for whom the store works at first; ``PurchaseStore/switchAccount(to:)`` changes it later.
        public var account: StoreAccount = .shared
        /// The rules for subscriptions that the backend has not reported lately: how long they may be used, when they
        /// are stale, and when they are requested again.
        public var entitlementPolicy = EntitlementPolicy()
        /// What happens to a purchase that the backend later reports for another user; see <doc:KeepingUsersApart>.
        public var accountMoves: AccountMovePolicy = .move
        /// For tests: the storage of the journal, in place of `ledger`.
        package var storage: (any LedgerStorage)?

        /// Makes a configuration for a backend, with all defaults.
        public init(backend: any StoreBackend) { self.backend = backend }
    }
}

extension PurchaseStore.Configuration {
    /// Delivers purchases as items of the app's own catalog, also those bought elsewhere.
    ///
    /// Products that this version of the app does not know are treated as ``TypedCatalog/unknownProducts`` says. The
    /// method sets ``grant``, ``finishing``, ``manualPurchases`` and, if they are empty, ``productIDs``. A purchase
    /// that an earlier version of the app left unfinished, because it did not know the product, is delivered and
    /// finished when the store opens.
    ///
    /// - Parameters:
    ///   - catalog: the app's products.
    ///   - grant: delivers one item; its errors are treated as those of ``grant``.
    public mutating func deliver<Item>(
        _ catalog: TypedCatalog<Item>, with grant: @escaping @Sendable (Item, StoreUpdate) async throws -> Void
    ) {
        if productIDs.isEmpty { productIDs = catalog.ids }
        self.grant = { update in
            guard let item = catalog[update.productID] else { return }
            try await grant(item, update)
        }
        finishing = { productID in
            guard catalog[productID] == nil, case .leaveUnfinished = catalog.unknownProducts else { return .atomic }
            return .manual
        }
        manualPurchases = { purchase in
            guard let item = catalog[purchase.update.productID], purchase.update.kind.grants else { return }
            // A failed delivery comes again at the next launch.
            guard (try? await grant(item, purchase.update)) != nil else { return }
            try? await purchase.finish()
        }
    }

    var deliverySteps: DeliverySteps {
        let products = Set(contents?.items.map(\.productID) ?? [])
        return DeliverySteps(grants: grant != nil, hasContent: { products.contains($0) }, finishing: finishing)
    }
}

extension PurchaseStore.Configuration: CustomStringConvertible {
    /// The parts that differ between apps, such as
    /// `EmbeddedAppStore, ledger in memory, account shared, 2 products, with grant`.
    public var description: String {
        var parts = ["\(type(of: backend))", "ledger \(ledger)", "account \(account)"]
        if !productIDs.isEmpty { parts.append(Wording.count(productIDs.count, "product")) }
        let handlers = [
            (grant != nil, "grant"), (revoke != nil, "revoke"), (finishing != nil, "finishing"),
            (manualPurchases != nil, "manualPurchases"),
            (promotedPurchases != nil, "promotedPurchases"), (contents != nil, "contents"), (publish != nil, "publish"),
        ]
        let present = handlers.filter(\.0).map(\.1)
        if !present.isEmpty { parts.append("with \(present.joined(separator: ", "))") }
        return parts.joined(separator: ", ")
    }
}
