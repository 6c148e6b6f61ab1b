#if Verification
    public import Foundation
    import Crypto
    import Purser
    import PurserVerification

    /// A key of App Store Connect, by which a server calls Apple's and signs offers.
    ///
    /// Its descriptions show its identifier and nothing else.
    public struct ServerAPIKey: Sendable, Hashable {
        /// The key's identifier.
        public let id: String
        /// Who signs, by the identifier of App Store Connect.
        public let issuerID: String
        /// The key itself, as bytes: the library's own type may not be handed from one task to another in all versions.
        private let bytes: Data

        /// A key as Apple hands it out: the text of a file whose name ends in `.p8`.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidKey`` when it is no private key on the curve P-256,
        ///   or an identifier is empty.
        public init(id: String, issuerID: String, pem: String) throws(ServerAPIFailure) {
            try self.init(id, issuerID) { try P256.Signing.PrivateKey(pemRepresentation: pem) }
        }

        /// A key by its bytes in DER.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidKey`` when it is no private key on the curve P-256,
        ///   or an identifier is empty.
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
            // The error of the library is not kept: nothing of the key may stand in it.
            guard let key = try? read() else {
                throw ServerAPIFailure(
                    .invalidKey, nil,
                    "The private key \(id) cannot be read: it is none on the curve P-256. Take the file from App Store Connect as it is."
                )
            }
            self.id = id
            self.issuerID = issuerID
            bytes = key.rawRepresentation
        }

        /// Whether a signature by ES256, as its two numbers, belongs to this key and these bytes.
        package func isValid(_ signature: Data, for bytes: Data) -> Bool {
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: self.bytes),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.publicKey.isValidSignature(signature, for: bytes)
        }

        /// Signs claims as compact JWS, by ES256.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidKey`` when the system cannot sign.
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
        /// The identifier, and no other part.
        public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
    }
#endif
