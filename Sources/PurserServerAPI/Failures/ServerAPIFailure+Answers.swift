#if Verification
    import Foundation
    import Purser
    import PurserVerification

    /// The parts of a rejection by Apple's server that its failure needs.
    struct RejectedAnswer: Sendable, Hashable {
        var status: Int
        /// Whether it has no body.
        var isEmpty: Bool
        /// Apple's code; `nil` without one.
        var code: ServerAPIFailure.ServerCode?
        /// Apple's text, safe to show; `nil` for none.
        var words: String?

        /// Reads an answer; without JSON in Apple's format it has a status only.
        ///
        /// - Parameter token: the token that is removed from texts.
        init(status: Int, body: Data, hiding token: String) {
            self.status = status
            isEmpty = body.isEmpty
            guard let members = try? SignedJSONReader.object(Array(body)) else { return }
            code = members["errorCode"]?.asInt.map { ServerAPIFailure.ServerCode(rawValue: $0) }
            words = members["errorMessage"]?.asText.map { Self.shown($0, hiding: token) }
        }

        /// A text in one line of at most 500 characters, without the token and its parts.
        static func shown(_ text: String, hiding token: String) -> String {
            var clean = text
            for secret in [token] + token.split(separator: ".").map(String.init) where secret.utf8.count >= 16 {
                clean = clean.replacingOccurrences(of: secret, with: "[token]")
            }
            return String(
                String.UnicodeScalarView(
                    clean.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
                ).prefix(500))
        }

        /// The code of the failure, from Apple's code if it is well-formed, otherwise from the status.
        var failureCode: ServerAPIFailure.Code {
            guard let code, (400...599).contains(code.rawValue / 10_000) else { return .init(status: status) }
            return code.failureCode
        }

        /// Whether the call certainly had no effect: both the status and the code mean that the request was wrong.
        var isRejection: Bool {
            (400...499).contains(status) && status != 408 && (code.map { $0.rawValue / 1_000_000 == 4 } ?? true)
        }
    }

    extension ServerAPIFailure {
        /// The failure of a call that Apple's server rejected.
        ///
        /// - Parameter wait: the time for which Apple serves no call of this kind; `nil` if it is not known.
        init(_ call: ServerAPICall, _ answer: RejectedAnswer, wait: Duration?, now: Date) {
            let code = answer.failureCode
            let looksFirst = call.effect == .acts && !answer.isRejection
            let retry: RetryClass =
                switch code {
                case .rateLimited where !looksFirst: .retryable(after: wait)
                // A call with an effect is repeated only if it was never sent.
                case .retryable where call.effect != .acts: .retryable()
                default: .permanent
                }
            self.init(
                code, call, status: answer.status, serverCode: answer.code, serverMessage: answer.words,
                retryDate: wait.map { Timestamp(now).advanced(by: $0).date },
                mayHaveBeenCarriedOut: call.effect != .reads && !answer.isRejection, retry: retry,
                Self.advice(code, looksFirst: looksFirst))
        }

        /// The failure of a call that got no answer.
        init(_ call: ServerAPICall, network words: String, isUnsent: Bool) {
            let looksFirst = call.effect == .acts && !isUnsent
            self.init(
                .network, call, mayHaveBeenCarriedOut: call.effect != .reads && !isUnsent,
                retry: looksFirst ? .permanent : .retryable(),
                words + (looksFirst ? " " + Self.lookFirst : " Try again later."))
        }

        private static let lookFirst =
            "It may have been carried out: check the result before you call again."

        private static func advice(_ code: Code, looksFirst: Bool) -> String {
            switch code {
            case .notFound:
                "It was not found in the called environment. Check the identifier, and whether it belongs to the "
                    + "sandbox."
            case .unauthorized:
                "Apple rejected the tokens of this key. Check the key, its issuer, the bundle identifier and the "
                    + "clock, or replace the key. For an app that was never released, call the sandbox."
            case .rateLimited:
                "The app calls too often, over all its servers. Call again later, or lower the rate of this call."
            case .retryable where looksFirst: "Apple's server failed. " + lookFirst
            case .retryable: "Apple's server could not carry out the call now. Try again later."
            case .tokenExpired: "The token of the page has expired. Read again without a token, from restartDate on."
            case .rejected: "Apple rejected the call. Correct the request."
            default: "The answer does not come from Apple's server. Check the address and the proxies in between."
            }
        }
    }
#endif
