#if Server
    import Logging
    package import Purser
    import PurserNetworking
    package import PurserServer
    package import PurserServerAPI
    import PurserVerification

    #if canImport(FoundationEssentials)
        package import FoundationEssentials
    #else
        package import Foundation
    #endif

    /// A setting that cannot be understood, in words that say what it must be.
    package struct SettingMistake: Error, CustomStringConvertible {
        /// What it must be.
        package let description: String
        init(_ description: String) { self.description = description }
    }

    /// The settings of a server as texts, by the names of the options.
    package struct BookServerSettings: Sendable {
        private let values: @Sendable (String) -> [String]

        /// Reads settings.
        ///
        /// - Parameter values: all texts of a name; none where it is not set.
        package init(_ values: @escaping @Sendable (String) -> [String]) { self.values = values }

        /// A setting that is one text, which may have blanks.
        private func text(_ name: String) -> String? {
            let words = values(name)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }

        private func number(_ name: String, in range: ClosedRange<Int>) throws(SettingMistake) -> Int? {
            guard let text = text(name) else { return nil }
            guard let number = Int(text), range.contains(number) else {
                throw SettingMistake(
                    "\(name) is a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
            }
            return number
        }

        /// The logger of the server, which writes to where the lines of the log go.
        func logger(_ write: @escaping @Sendable (String) -> Void) throws(SettingMistake) -> Logger {
            let name = text("log-level") ?? "notice"
            guard let level = Logger.Level(rawValue: name) else {
                throw SettingMistake(
                    "log-level is one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")), not “\(name)”"
                )
            }
            return Logger(label: "purser.book") { JSONLog(label: $0, level: level, write: write) }
        }

        /// The configuration of the verifier, by `app-id` and `revocation-minutes`.
        func verifier(bundleID: String, environment: StoreEnvironment, roots: [Data]) throws
            -> SignedDataVerifier.Configuration
        {
            var configuration = SignedDataVerifier.Configuration(
                bundleID: bundleID, appID: try number("app-id", in: 1...Int.max).map(UInt64.init),
                environments: [environment])
            if !roots.isEmpty { configuration.rootCertificates = roots }
            if let minutes = try number("revocation-minutes", in: 1...1_440) {
                let exchange = OCSPExchange(AsyncHTTPTransport.shared)
                configuration.revocationChecker = OCSPChecker { try await exchange.ask($0, $1) }
                configuration.revocationLifetime = .seconds(minutes * 60)
            }
            return configuration
        }

        /// Takes the settings that concern the server and how its book works.
        func apply(to server: inout BookServer) throws {
            if let host = text("host") { server.host = host }
            if let port = try number("port", in: 0...65_535) { server.port = port }
            server.operatorPort = try number("operator-port", in: 0...65_535)
            if let count = try number("clients", in: 1...1_000_000) { server.limits.connections = count }
            if let count = try number("connections", in: 1...1_000) { server.configuration.connections = count }
            if let count = try number("requests", in: 1...100_000) { server.limits.count = count }
            if let count = try number("request-seconds", in: 1...3_600) { server.limits.time = .seconds(count) }
            if let count = try number("attempts", in: 1...1_000_000) { server.options.attempts = count }
            if let count = try number("lease-seconds", in: 1...86_400) { server.options.lease = .seconds(count) }
            if let text = text("hint-database") { server.configuration.hintDatabase = try DatabaseAddress(text) }
            if let text = text("token") {
                guard let token = OperatorToken(text) else {
                    throw SettingMistake(
                        "the token in PURSER_BOOK_TOKEN has at least \(OperatorToken.fewest) characters, and no blank")
                }
                server.token = token
            }
            server.webhooks = try webhooks()
            try checkPatience(of: server.webhooks, lease: server.options.lease)
        }

        /// Fails where a post may take longer than its user is this process's: it would be posted again and again, and never
        /// acknowledged.
        private func checkPatience(of webhooks: [Webhook], lease: Duration) throws(SettingMistake) {
            guard let patience = webhooks.map(\.patience).max(), patience * 6 > lease * 5 else { return }
            throw SettingMistake(
                "webhook-seconds is at most five sixths of lease-seconds, not \(patience.components.seconds) with "
                    + "\(lease.components.seconds)")
        }

        /// Serves the book of a database until the process gets SIGTERM or SIGINT.
        ///
        /// - Parameters:
        ///   - database: where the book is.
        ///   - bundleID: the app.
        ///   - environment: the environment of the App Store; not for a trial.
        ///   - roots: the certificates to trust in place of Apple's, in DER; none for Apple's.
        ///   - key: the key of App Store Connect, to catch up every hour; `nil` where the process does not.
        ///   - write: takes the lines of the log, and what a trial says.
        /// - Throws: ``SettingMistake``, and what ``BookServer/run(endsBySignal:onListening:)`` throws.
        package func serve(
            _ database: DatabaseAddress, bundleID: String, environment: StoreEnvironment, roots: [Data],
            key: ServerAPIKey?, write: @escaping @Sendable (String) -> Void
        ) async throws {
            let logger = try logger(write)
            var server: BookServer
            var trial: BookTrial?
            if let folder = text("trial") {
                let made = try await BookTrial(folder, bundleID: bundleID, database: database)
                (server, trial) = (BookServer(made), made)
            } else {
                let verifier = try verifier(bundleID: bundleID, environment: environment, roots: roots)
                server = BookServer(
                    PurchaseBook.Configuration(
                        database: database, bundleID: bundleID, environment: environment,
                        verifier: try SignedDataVerifier(verifier)))
                // Certificates of one's own stand for a store of one's own.
                server.configuration.allowsTestEnvironments = !roots.isEmpty
                server.history = key.map {
                    ServerAPIClient(
                        key: $0, bundleID: bundleID, environment: environment == .production ? .production : .sandbox,
                        transport: AsyncHTTPTransport.shared)
                }
            }
            server.configuration.logger = logger
            try apply(to: &server)
            // The one that its commands name, also where the operator's is set.
            if let trial { server.token = trial.token }
            server.limits.connections = min(server.limits.connections, OpenFiles.allowAll() / 2)
            try await server.run { [trial] port in
                do { if let trial { write(try trial.write(port: port)) } } catch {
                    logger.error("The files of the trial cannot be written.", metadata: ["error": "\(error)"])
                }
            }
        }

        private func webhooks() throws(SettingMistake) -> [Webhook] {
            var all: [Webhook] = []
            for text in values("webhook") {
                let name = text.prefix { $0 != "=" }
                var secrets = values("webhook-secret-\(name)")
                if secrets.isEmpty { secrets = values("webhook-secret") }
                guard let secret = WebhookSecret(secrets.joined(separator: " ")) else {
                    throw SettingMistake(
                        "the secret of the webhook “\(Wording.short(String(name)))” in PURSER_BOOK_WEBHOOK_SECRET is missing, or "
                            + "not whsec_ and the Base64 of 24 to 64 bytes: echo whsec_$(openssl rand -base64 32)")
                }
                guard var webhook = Webhook(text, secret: secret) else {
                    throw SettingMistake(
                        "a webhook is NAME=URL, with a URL of https or of this machine, not “\(Wording.short(text))”")
                }
                guard !all.contains(where: { $0.name == webhook.name }) else {
                    throw SettingMistake("the webhook “\(webhook.name)” is there twice")
                }
                if let count = try number("webhook-seconds", in: 1...50) { webhook.patience = .seconds(count) }
                all.append(webhook)
            }
            return all
        }
    }
#endif
