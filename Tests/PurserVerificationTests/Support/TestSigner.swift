#if Verification
    import Crypto
    import Foundation
    import Purser
    import X509

    @testable import PurserVerification

    /// Signs JSON as the store does, and in ways that the store does not.
    struct TestSigner: TestSigning {
        var authority: TestAuthority
        let key: P256.Signing.PrivateKey

        init() throws {
            key = P256.Signing.PrivateKey()
            var shape = TestAuthority.Shape()
            shape.leafKey = Certificate.PrivateKey(key)
            authority = try TestAuthority(shape)
        }

        init(_ shape: TestAuthority.Shape) throws {
            var shape = shape
            key = P256.Signing.PrivateKey()
            shape.leafKey = Certificate.PrivateKey(key)
            authority = try TestAuthority(shape)
        }

        /// The header of the store, with other members put over its own.
        func header(_ changes: [String: Any] = [:]) throws -> [String: Any] {
            let certificates = try authority.certificates.map { $0.base64EncodedString() }
            return ["alg": "ES256", "x5c": certificates].merging(changes) { $1 }
        }

        /// A compact JWS over any header and payload.
        func jws(_ payload: [String: Any], header: [String: Any]? = nil) throws -> String {
            let head = try JSONSerialization.data(
                withJSONObject: header ?? self.header(), options: [.sortedKeys, .withoutEscapingSlashes])
            let body = try JSONSerialization.data(withJSONObject: payload, options: [.sortedKeys])
            return try sign("\(head.urlText).\(body.urlText)")
        }

        /// Text with a signature behind it.
        func sign(_ text: String) throws -> String {
            "\(text).\(try key.signature(for: Data(text.utf8)).rawRepresentation.urlText)"
        }
    }

    extension Data {
        /// Base64 for addresses, without padding.
        var urlText: String {
            base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
        }
    }

    /// What the store signs of one purchase.
    enum TestPayload {
        static let signedDate = 1_704_067_200_000

        static func transaction(_ changes: [String: Any] = [:]) -> [String: Any] {
            [
                "transactionId": "1001", "originalTransactionId": "1000", "bundleId": "com.example.garden",
                "productId": "garden.gold", "purchaseDate": 1_704_000_000_000, "type": "Consumable", "quantity": 3,
                "signedDate": signedDate, "environment": "Sandbox",
            ].merging(changes) { $1 }
        }

        static func renewalInfo(_ changes: [String: Any] = [:]) -> [String: Any] {
            [
                "originalTransactionId": "1000", "productId": "garden.monthly", "autoRenewStatus": 1,
                "autoRenewProductId": "garden.yearly", "signedDate": signedDate, "environment": "Sandbox",
            ].merging(changes) { $1 }
        }
    }

    extension TestPayload {
        /// A request for a retention message.
        static func retentionRequest(_ changes: [String: Any] = [:]) -> [String: Any] {
            [
                "originalTransactionId": "1000", "productId": "garden.monthly", "userLocale": "en-US",
                "appAppleId": 1234, "requestIdentifier": "3db5c98d-8acf-4e29-831e-8e1f82f9f6e9",
                "signedDate": signedDate, "environment": "Sandbox",
            ].merging(changes) { $1 }
        }
    }

    /// The check that a call fails, or "passes".
    func failure<Result>(of call: () async throws -> Result) async -> String {
        do {
            _ = try await call()
            return "passes"
        } catch let error as SignedDataFailure {
            return "\(error.code.rawValue)/\(error.check.rawValue)"
        } catch {
            return "\(error)"
        }
    }
#endif
