#if Verification
    import Foundation
    import Purser
    import PurserVerification

    /// A token as it is sent; its description hides it.
    struct BearerToken: Sendable, CustomStringConvertible {
        let text: String
        let serial: UInt64
        /// Whether it stands for one that was refused.
        let isRenewal: Bool
        var description: String { "token \(serial)" }
    }

    /// Makes the tokens of one client, each for many calls.
    ///
    /// Owns the keys and the present token. Promises: one token serves all calls until shortly before its end; a refusal that
    /// many calls meet makes one new token; a key that was replaced signs nothing more. It never puts a key or a token into an
    /// error.
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

        /// How many tokens were signed.
        var signedCount: UInt64 { state.serial }

        /// The present token, or a new one.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/invalidKey`` when the system cannot sign.
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

        /// Apple has refused a token; returns whether another may do better.
        func refused(_ token: BearerToken) -> Bool { state.refused(token.serial) }

        /// Apple has accepted a token.
        func accepted(_ token: BearerToken) { state.accepted(token.serial) }

        /// Signs by another key from now on.
        func replaceFirst(_ key: ServerAPIKey) {
            first = key
            state.replaced()
        }

        /// Another key stands by, or none.
        func replaceStandBy(_ key: ServerAPIKey?) {
            standBy = key
            state.standByChanged(key != nil)
        }
    }
#endif
