#if Verification
    import Crypto
    import Foundation
    import Purser
    import PurserFormats
    import PurserNetworking
    import PurserTesting
    import PurserVerification

    @testable import PurserServerAPI

    /// A client with a key of its own and a scripted server.
    struct ClientBench: Sendable {
        static let bundleID = "com.example.garden"
        let transport: ScriptedTransport
        let client: ServerAPIClient

        init(
            _ transport: ScriptedTransport, _ environment: ServerAPIEnvironment = .production,
            clock: any StoreClock = VirtualClock(), retries: RetryPolicy = .immediate,
            _ change: (inout ServerAPIOptions) -> Void = { _ in }
        ) throws {
            self.transport = transport
            var options = ServerAPIOptions()
            options.rates = .none
            change(&options)
            client = ServerAPIClient(
                key: try Self.key("KEY1"), bundleID: Self.bundleID, environment: environment, transport: transport,
                clock: clock, retries: retries, options: options)
        }

        /// The private keys as bytes: keys of older versions of swift-crypto may not go from one task to another.
        private static let keys = Lock<[String: Data]>([:])

        /// The private key behind an identifier, the same each time.
        static func privateKey(_ id: String) throws -> P256.Signing.PrivateKey {
            let bytes = keys.withLock { keys in
                let key = keys[id] ?? P256.Signing.PrivateKey().rawRepresentation
                keys[id] = key
                return key
            }
            return try P256.Signing.PrivateKey(rawRepresentation: bytes)
        }

        static func key(_ id: String) throws -> ServerAPIKey {
            try ServerAPIKey(id: id, issuerID: "issuer", pem: privateKey(id).pemRepresentation)
        }

        /// The parts of a token whose signature is that of its key.
        static func token(_ text: String) throws -> (header: [String: JSONValue], claims: [String: JSONValue])? {
            let parts = text.split(separator: ".").map(String.init)
            guard parts.count == 3 else { return nil }
            let bytes = parts.compactMap { Base64Reader.bytes($0.utf8, .url) }
            let header = try SignedJSONReader.object(bytes[0])
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: Data(bytes[2]))
            let key = try privateKey(header["kid"]?.asText ?? "").publicKey
            guard key.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8)) else { return nil }
            return (header, try SignedJSONReader.object(bytes[1]))
        }
    }

    /// What a call threw.
    func failure(_ call: () async throws -> some Any) async -> ServerAPIFailure? {
        do {
            _ = try await call()
            return nil
        } catch { return error as? ServerAPIFailure }
    }
#endif
