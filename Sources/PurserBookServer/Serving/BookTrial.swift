#if Server
    import Purser
    import PurserServer
    import PurserSigning
    import PurserVerification

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A first look at a book, without an app and without Apple: a purchase that an authority of this process has signed, which is the
    /// only one whose signatures count.
    struct BookTrial: Sendable {
        /// What the book works with.
        let configuration: PurchaseBook.Configuration
        /// The operator's token, drawn anew.
        let token: OperatorToken
        private let (folder, signed, tokenText, user): (String, String, String, UUID)

        /// Makes the tables of the book, and signs a purchase.
        ///
        /// - Parameters:
        ///   - folder: where ``write(port:)`` writes.
        ///   - bundleID: the app.
        ///   - database: where the book is.
        init(_ folder: String, bundleID: String, database: DatabaseAddress) async throws {
            _ = try await BookMigration.migrate(database)
            let authority = try SigningAuthority()
            configuration = PurchaseBook.Configuration(
                database: database, bundleID: bundleID, environment: .localTesting,
                verifier: try SignedDataVerifier(authority.accepted(bundleID: bundleID)))
            user = UUID()
            tokenText = (UUID().uuidString + UUID().uuidString).filter { $0 != "-" }.lowercased()
            guard let token = OperatorToken(tokenText) else { throw SettingMistake("no token could be drawn") }
            self.token = token
            var fields = StoreTransaction.Fields(
                id: "\(UInt64.random(in: 2_000_000_000_000...2_999_999_999_999))", productID: "\(bundleID).lamp",
                productType: .nonConsumable, purchaseTime: Timestamp(Date.now))
            (fields.appAccountToken, fields.appBundleID) = (user, bundleID)
            (fields.environment, fields.signedTime) = (.localTesting, fields.purchaseTime)
            signed = try authority.sign(StoreTransaction(fields))
            self.folder = folder
        }

        /// Writes the files `token`, `user` and `purchase.jws`, and returns what to type next.
        func write(port: Int) throws -> String {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, text) in [("token", tokenText), ("user", user.uuidString), ("purchase.jws", signed)] {
                guard
                    FileManager.default.createFile(
                        atPath: "\(folder)/\(name)", contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
                else { throw SettingMistake("\(folder)/\(name) cannot be written") }
            }
            return """
                Report a signed purchase, then ask what its user owns:
                  curl -i --data-binary @\(folder)/purchase.jws http://127.0.0.1:\(port)/transactions
                  curl -H "Authorization: Bearer $(cat \(folder)/token)" http://127.0.0.1:\(port)/users/$(cat \(folder)/user)/entitlements

                """
        }
    }

    extension BookServer {
        /// A server for a trial.
        init(_ trial: BookTrial) {
            self.init(trial.configuration)
            (configuration.allowsTestEnvironments, token) = (true, trial.token)
        }
    }
#endif
