#if Verification
    import Foundation
    import Purser
    import PurserFormats
    import PurserServerAPI
    import PurserVerification

    /// Decides whether a bearer token is one that Apple's server accepts.
    struct BearerCheck: Sendable {
        /// The app of the tokens.
        let bundleID: String
        private var keys: [String: ServerAPIKey] = [:]
        /// Tokens whose signatures were checked, with their keys and their times in seconds.
        private var known: [String: (key: String, issued: Int64, end: Int64)] = [:]

        /// The longest time that a token may be valid.
        private static let lifetime: Int64 = 3_600

        init(bundleID: String) { self.bundleID = bundleID }

        /// Accepts tokens of this key from now on.
        mutating func accept(_ key: ServerAPIKey) {
            keys[key.id] = key
            known = [:]
        }

        /// Rejects tokens of this key from now on.
        mutating func reject(keyID: String) {
            keys[keyID] = nil
            known = [:]
        }

        /// Whether a request has a valid token now.
        mutating func accepts(_ authorization: String?, at now: Timestamp) -> Bool {
            guard let authorization, authorization.hasPrefix("Bearer ") else { return false }
            let text = String(authorization.dropFirst("Bearer ".count))
            guard let token = known[text] ?? checked(text) else { return false }
            if known.count > 64 { known = [:] }
            known[text] = token
            let seconds = now.milliseconds / 1_000
            return token.issued <= seconds && seconds < token.end
        }

        private func checked(_ text: String) -> (key: String, issued: Int64, end: Int64)? {
            guard let jws = try? CompactJWS(text), jws.header.algorithm == "ES256", jws.header.type == "JWT",
                let key = keys[jws.header.keyID ?? ""],
                let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")),
                key.isValid(jws.signature, for: Data(text.utf8[..<dot])),
                let claims = try? SignedJSONReader.object(Array(jws.payload)),
                claims["iss"] == .string(key.issuerID), claims["aud"] == .string("appstoreconnect-v1"),
                claims["bid"] == .string(bundleID), let issued = claims["iat"]?.asInteger,
                let end = claims["exp"]?.asInteger, issued < end,
                case (let span, false) = end.subtractingReportingOverflow(issued), span <= Self.lifetime
            else { return nil }
            return (key.id, issued, end)
        }
    }
#endif
