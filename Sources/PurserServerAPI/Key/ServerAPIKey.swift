#if Verification
    public import Foundation
    import Crypto
    import Purser
    import PurserFormats
    import PurserVerification

    /// A key from App Store Connect, with which a server signs its calls and its offers.
    ///
    /// Its descriptions contain only the key's identifier.
    public struct ServerAPIKey: Sendable, Hashable {
        /// The key's identifier.
        public let id: String
        /// The issuer identifier from App Store Connect.
        public let issuerID: String
        /// The key's bytes: the crypto library's own type is not Sendable in all versions.
        private let bytes: Data

        /// Reads a key in Apple's format: the text of the `.p8` file from App Store Connect.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidKey`` if it is not a private key on the curve P-256,
        ///   or if an identifier is empty.
        public init(id: String, issuerID: String, pem: String) throws(ServerAPIFailure) {
            try self.init(id, issuerID) { try P256.Signing.PrivateKey(pemRepresentation: pem) }
        }

        /// Reads a key from its bytes in DER.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidKey`` if it is not a private key on the curve P-256,
        ///   or if an identifier is empty.
        public init(id: String, issuerID: String, der: Data) throws(ServerAPIFailure) {
            try self.init(id, issuerID) { try P256.Signing.PrivateKey(derRepresentation: der) }
        }

        private init(
            _ id: String, _ issuerID: String, _ read: () throws -> P256.Signing.PrivateKey
        ) throws(ServerAPIFailure) {
            guard !id.isEmpty, !issuerID.isEmpty else {
                throw ServerAPIFailure(
                    .invalidKey, nil,
                    "The identifier of the key or of its issuer is empty. Copy both from App Store Connect.")
            }
            // The crypto library's error is dropped: it could contain a part of the key.
            guard let key = try? read() else {
                throw ServerAPIFailure(
                    .invalidKey, nil,
                    "The private key \(id) cannot be read as a key on the curve P-256. Use the unchanged file from App Store Connect."
                )
            }
            self.id = id
            self.issuerID = issuerID
            bytes = key.rawRepresentation
        }

        /// Whether this key made the ES256 signature of these bytes; the signature is in its raw form of two numbers.
        package func isValid(_ signature: Data, for bytes: Data) -> Bool {
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: self.bytes),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.publicKey.isValidSignature(signature, for: bytes)
        }

        /// Signs claims by ES256, and returns compact JWS.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidKey`` when the system cannot sign.
        func compactJWS(_ claims: [String: JSONValue]) throws(ServerAPIFailure) -> String {
            try CompactJWS.text(header: CompactJWS.header(keyID: id), payload: .object(claims)) {
                text throws(ServerAPIFailure) in
                guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes),
                    let signature = try? key.signature(for: text)
                else { throw ServerAPIFailure(.invalidKey, nil, "The key \(id) could not sign. Try again.") }
                return signature.rawRepresentation
            }
        }
    }

    extension ServerAPIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        /// The identifier.
        public var description: String { "ServerAPIKey \(id)" }
        /// The identifier.
        public var debugDescription: String { description }
        /// The identifier only.
        public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
    }
#endif
