#if Verification
    import Foundation
    import Purser
    import PurserFormats
    import PurserVerification

    /// A token; its description does not contain its text.
    struct BearerToken: Sendable, CustomStringConvertible {
        let text: String
        let serial: UInt64
        /// Whether it replaces a rejected token.
        let isRenewal: Bool
        var description: String { "token \(serial)" }
    }

    /// Makes the tokens of one client, each for many calls.
    ///
    /// Owns the keys and the current token. Promises: all calls use one token until shortly before its end; one new
    /// token is made if many calls are rejected with the same token; a replaced key signs nothing more; no error
    /// contains a key or a token.
    actor BearerTokens {
        private var state = BearerState()
        private var first: ServerAPIKey
        private var standBy: ServerAPIKey?
        private var text = ""
        private let bundleID: String

        init(_ key: ServerAPIKey, standBy: ServerAPIKey?, bundleID: String) {
            first = key
            self.standBy = standBy
            self.bundleID = bundleID
            state.hasStandBy = standBy != nil
        }

        /// The number of signed tokens.
        var signedCount: UInt64 { state.serial }

        /// Returns the current token, or a new one.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/invalidKey`` when the system cannot sign.
        func token(at date: Date) throws(ServerAPIFailure) -> BearerToken {
            let now = Timestamp(date).milliseconds / 1_000
            if !state.isUsable(at: now) {
                var next = state
                let dates = next.issued(at: now)
                let key = next.slot == .standBy ? standBy ?? first : first
                text = try key.compactJWS([
                    "iss": .string(key.issuerID), "iat": .number("\(dates.issued)"), "exp": .number("\(dates.expires)"),
                    "aud": .string("appstoreconnect-v1"), "bid": .string(bundleID),
                ])
                state = next
            }
            return BearerToken(text: text, serial: state.serial, isRenewal: state.isRenewal)
        }

        /// Records a token that Apple rejected; returns whether a request with another token may succeed.
        func rejected(_ token: BearerToken) -> Bool { state.rejected(token.serial) }

        /// Records a token that Apple accepted.
        func accepted(_ token: BearerToken) { state.accepted(token.serial) }

        /// Replaces the first key.
        func replaceFirst(_ key: ServerAPIKey) {
            first = key
            state.replaced()
        }

        /// Replaces or removes the stand-by key.
        func replaceStandBy(_ key: ServerAPIKey?) {
            standBy = key
            state.standByChanged(key != nil)
        }
    }
#endif
