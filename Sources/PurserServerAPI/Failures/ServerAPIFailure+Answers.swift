#if Verification
    import Foundation
    import Purser
    import PurserVerification

    /// What Apple's server answered, as far as its failure needs it.
    struct RefusedAnswer: Sendable, Hashable {
        var status: Int
        /// Whether it has no body.
        var isEmpty: Bool
        /// Apple's code; `nil` without one.
        var code: ServerAPIErrorCode?
        /// Apple's words, made fit to be shown; `nil` without any.
        var words: String?

        /// Reads an answer; what is no JSON of the form that Apple has is a status without a code.
        ///
        /// - Parameter token: what must not be shown.
        init(status: Int, body: Data, hiding token: String) {
            self.status = status
            isEmpty = body.isEmpty
            guard let members = try? SignedJSONReader.object(Array(body)) else { return }
            code = members["errorCode"]?.asInt.map { ServerAPIErrorCode(rawValue: $0) }
            words = members["errorMessage"]?.asText.map { Self.shown($0, hiding: token) }
        }

        /// A text without the token, in one line, and not too long.
        static func shown(_ text: String, hiding token: String) -> String {
            let clean = token.isEmpty ? text : text.replacingOccurrences(of: token, with: "[token]")
            return String(
                String.UnicodeScalarView(
                    clean.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
                ).prefix(500))
        }

        /// The class of the failure: the code's where it has the form of one, or else the status's.
        var kind: ServerAPIFailure.Kind {
            guard let code, (400...599).contains(code.rawValue / 10_000) else { return .init(status: status) }
            return code.kind
        }
    }

    extension ServerAPIFailure {
        /// Why a call failed, by what Apple's server answered.
        ///
        /// - Parameter wait: how long the call's limit is blocked; where it is told, the call was one too many.
        init(_ call: ServerAPICall, _ answer: RefusedAnswer, wait: Duration?, now: Date) {
            let kind = answer.kind
            let isRejection = answer.code?.isRejection ?? (answer.status < 500)
            let isOpen = kind == .retryable && !isRejection && call.effect == .acts
            let retry: RetryClass =
                switch kind {
                case .rateLimited: .retryable(after: wait)
                case .retryable: isOpen ? .permanent : .retryable()
                default: .permanent
                }
            self.init(
                kind, call, status: answer.status, code: answer.code, serverMessage: answer.words,
                retryDate: wait.map { Timestamp(now).advanced(by: $0).date }, mayHaveBeenCarriedOut: isOpen,
                retry: retry, Self.advice(kind, isOpen: isOpen))
        }

        /// Why a call failed that got no answer.
        init(_ call: ServerAPICall, network words: String, isUnsent: Bool) {
            let isOpen = call.effect == .acts && !isUnsent
            self.init(
                .network, call, mayHaveBeenCarriedOut: isOpen, retry: isOpen ? .permanent : .retryable(),
                words + (isOpen ? " " + Self.lookFirst : " Try again later."))
        }

        private static let lookFirst =
            "It may have been carried out: look at what became of it before you call again."

        private static func advice(_ kind: Kind, isOpen: Bool) -> String {
            switch kind {
            case .notFound:
                "There is no such thing in the environment that was asked. Check the identifier, and whether it is the sandbox's."
            case .unauthorized:
                "Apple accepts no token of this key. Check the key, its issuer, the bundle identifier and the clock, or replace the key."
            case .rateLimited:
                "The app calls too often, over all its servers. Call again later, or lower the rate of this call."
            case .retryable where isOpen: "Apple's server failed. " + lookFirst
            case .retryable: "Apple's server could not carry it out now. Try again later."
            case .tokenExpired: "The token of the page has expired. Begin again without one, from restartDate on."
            case .refused: "Apple does not carry it out. Correct the request."
            default: "The answer is not one of Apple's server. Check the address and what stands between."
            }
        }
    }
#endif
