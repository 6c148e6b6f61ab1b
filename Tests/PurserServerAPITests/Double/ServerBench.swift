#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import PurserVerification

    /// A simulated server of Apple with customers, and a client that asks it.
    struct ServerBench: Sendable {
        static let bundleID = "com.example.garden"
        private static let shared = Result { try SigningAuthority() }

        let authority: SigningAuthority
        let clock: any StoreClock
        let stores: [EmbeddedAppStore]
        let server: EmbeddedAppStoreServer
        let client: ServerAPIClient

        var store: EmbeddedAppStore { stores[0] }

        init(
            customers: Int = 1, in environment: StoreEnvironment = .sandbox, clock: any StoreClock = VirtualClock(),
            asked: ServerAPIEnvironment = .productionThenSandbox, retries: RetryPolicy = .once,
            rates: RateLimits = .none, _ change: (inout EmbeddedAppStoreServerOptions) -> Void = { _ in }
        ) async throws {
            authority = try Self.shared.get()
            self.clock = clock
            var settings = SimulatorSettings()
            settings.app = SimulatedApp(bundleID: Self.bundleID)
            settings.app.appID = 7
            settings.environment = environment
            var stores: [EmbeddedAppStore] = []
            for number in 0..<customers {
                var options = EmbeddedAppStoreOptions()
                options.firstTransactionID = 100_000_000 * (number + 1)
                let store = EmbeddedAppStore(catalog: Self.catalog(settings), clock: clock, options: options)
                await store.sign(by: authority)
                stores.append(store)
            }
            self.stores = stores
            var serverOptions = EmbeddedAppStoreServerOptions()
            serverOptions.rates = rates
            change(&serverOptions)
            server = try await EmbeddedAppStoreServer(store: stores[0], authority: authority, options: serverOptions)
            for store in stores.dropFirst() { try await server.add(store) }
            var options = ServerAPIOptions()
            options.rates = rates
            client = ServerAPIClient(
                key: server.key, bundleID: Self.bundleID, environment: asked, transport: server, clock: clock,
                retries: retries, options: options)
        }

        func advance(_ duration: Duration) { (clock as? VirtualClock)?.advance(by: duration) }
        func advance(days: Int) { advance(.seconds(days * 86_400)) }

        func verifier(_ environments: Set<StoreEnvironment> = [.sandbox]) throws -> SignedDataVerifier {
            try SignedDataVerifier(
                authority.accepted(bundleID: Self.bundleID, appID: 7, environments: environments))
        }

        /// All transactions of a history, verified.
        func history(
            of id: String, after revision: String? = nil,
            _ request: TransactionHistoryRequest = TransactionHistoryRequest()
        ) async throws -> (transactions: [StoreTransaction], revision: String?, pages: Int) {
            let verifier = try verifier()
            var (transactions, last, pages): ([StoreTransaction], String?, Int) = ([], nil, 0)
            for try await page in client.transactionHistory(
                of: id, after: revision, request: request
            ).verified(by: verifier) {
                for item in page.items { transactions.append(try item.storeTransaction().unsigned) }
                last = page.value.page.revision
                pages += 1
            }
            return (transactions, last, pages)
        }

        /// The same without checks of the signatures, for tests that read many: another test checks them.
        func decoded(
            of id: String, after revision: String? = nil,
            _ request: TransactionHistoryRequest = TransactionHistoryRequest()
        ) async throws -> (transactions: [StoreTransaction], revision: String?) {
            var (transactions, last): ([StoreTransaction], String?) = ([], nil)
            for try await page in client.transactionHistory(of: id, after: revision, request: request) {
                transactions += try page.signedTransactions.map(Self.decoded)
                last = page.revision
            }
            return (transactions, last)
        }

        /// What a compact JWS says.
        static func decoded(_ jws: String) throws -> StoreTransaction {
            try TransactionPayload(json: CompactJWS(jws).payload).storeTransaction()
        }

        private static func catalog(_ settings: SimulatorSettings) -> SimulatorCatalog {
            let offers = [
                StoreOffer(
                    type: .introductory, paymentMode: .freeTrial, price: 0, period: SubscriptionPeriod(1, .week))
            ]
            return SimulatorCatalog(
                products: [
                    .simulated("coins"), .simulated("lamp", .nonConsumable, price: 5, isFamilyShareable: true),
                    .simulated("season", .nonRenewable, price: 8),
                    .simulated("gold", .autoRenewable, price: 10, level: 1, isFamilyShareable: true),
                    .simulated("silver", .autoRenewable, price: 4, level: 2, offers: offers),
                    .simulated("other", .autoRenewable, price: 3, group: "other", period: SubscriptionPeriod(1, .week)),
                ], settings: settings)
        }
    }

    extension StoreTransaction {
        /// What it says, without its signature.
        var unsigned: StoreTransaction {
            var fields = fields
            fields.jwsRepresentation = nil
            return StoreTransaction(fields)
        }
    }

    extension StoreRenewalInfo {
        /// What it says, without its signature.
        var unsigned: StoreRenewalInfo {
            var info = self
            info.jwsRepresentation = nil
            return info
        }
    }
#endif
