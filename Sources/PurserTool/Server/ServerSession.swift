#if Verification
    import Foundation
    import Purser
    import PurserNetworking
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserVerification

    /// A client of Apple's server, or of a simulated one, with the verifier of its answers.
    struct ServerSession: Sendable {
        let client: ServerAPIClient
        let verifier: SignedDataVerifier
        let output: Output
        /// The simulated server; `nil` if Apple's server is called.
        private let double: EmbeddedAppStoreServer?
        /// The transactions of the simulated server's customer, by product.
        private let transactions: [String: String]

        /// - Throws: ``ToolError`` without a key, `ServerAPIFailure` if it is not readable.
        init(_ target: ServerTarget, _ output: Output) async throws {
            self.output = output
            var configuration = SignedDataVerifier.Configuration(bundleID: target.bundleID)
            (configuration.checksApp, configuration.checksEnvironment) = (false, false)
            var bought: [String: String] = [:]
            if let path = target.doublePath {
                let authority = try SigningAuthority()
                configuration.rootCertificates = [authority.rootCertificate]
                var catalog = try StoreFile(path: path).catalog
                catalog.settings.app = SimulatedApp(bundleID: target.bundleID)
                catalog.settings.environment = .sandbox
                let store = EmbeddedAppStore(
                    catalog: catalog, options: EmbeddedAppStoreOptions(firstTransactionID: 2_000_000_000_001))
                double = try await EmbeddedAppStoreServer(store: store, authority: authority)
                for id in catalog.products.map(\.id) { bought[id] = try? await store.buyElsewhere(id).id }
            } else {
                double = nil
            }
            transactions = bought
            let environments: [String: ServerAPIEnvironment] = ["production": .production, "sandbox": .sandbox]
            client = ServerAPIClient(
                key: try double?.key ?? Self.key(target.keyPath), bundleID: target.bundleID,
                environment: environments[target.environment] ?? .productionThenSandbox,
                transport: (double as (any HTTPTransport)?) ?? URLSessionTransport.shared)
            verifier = try SignedDataVerifier(configuration)
        }

        /// The transaction for a word; for the simulated server, a product is also accepted.
        func transactionID(_ word: String) -> String { transactions[word] ?? word }

        /// Makes the simulated server post its notifications; Apple's server does this automatically.
        ///
        /// - Parameter failing: whether every second notification is answered with 503, to show failures.
        func deliver(failing: Bool) async {
            let count = Lock(0)
            await double?.deliverNotifications { _ in
                count.withLock { count in
                    count += 1
                    return failing && count.isMultiple(of: 2) ? 503 : 200
                }
            }
        }

        /// The key that a file, or the variables, have.
        static func key(_ path: String?) throws -> ServerAPIKey {
            let environment = ProcessInfo.processInfo.environment
            guard let id = environment["PURSER_KEY_ID"], let issuer = environment["PURSER_ISSUER_ID"] else {
                throw ToolError(
                    "no key is named: set PURSER_KEY_ID and PURSER_ISSUER_ID, or try purser server … --double FILE")
            }
            let path = path ?? environment["PURSER_KEY_FILE"]
            let text = path.map { try? String(contentsOfFile: $0, encoding: .utf8) } ?? environment["PURSER_KEY"]
            guard let text else {
                throw ToolError(
                    path.map { "the key \($0) cannot be read; name the .p8 file with --key" }
                        ?? "there is no key: name its file with --key, or set PURSER_KEY_FILE or PURSER_KEY")
            }
            return try ServerAPIKey(id: id, issuerID: issuer, pem: text)
        }
    }
#endif
