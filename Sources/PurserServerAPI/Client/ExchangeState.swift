#if Verification
    import Purser

    /// Decides the next step after a rejection by Apple's server: the environment and the token of the next request.
    ///
    /// Each attempt of a call has its own value. Waits are decided elsewhere: a final failure ends the attempt.
    struct ExchangeState: Sendable {
        /// The next step.
        enum Step: Sendable, Hashable {
            /// Send the request to this environment.
            case send(StoreEnvironment)
            /// Make another token, and send the request to this environment.
            case renewToken(StoreEnvironment)
            /// The rejection is the result.
            case fail
        }

        /// The number of further tokens that an attempt may use: a new one, and one of the stand-by key.
        static let renewalLimit = 2

        private let call: ServerAPICall
        private let environment: ServerAPIEnvironment
        /// The environment of the next request.
        private(set) var place: StoreEnvironment
        private var renewals = 0

        init(_ call: ServerAPICall, in environment: ServerAPIEnvironment) {
            self.call = call
            self.environment = environment
            place = environment.first
        }

        /// Decides the step after a rejected request.
        mutating func rejected(_ answer: RejectedAnswer) -> Step {
            if place == .production, environment.asksSandbox, call.effect == .reads, isUnknownHere(answer) {
                place = .sandbox
                return .send(.sandbox)
            }
            guard answer.failureCode == .unauthorized, answer.isRejection, renewals < Self.renewalLimit else {
                return .fail
            }
            renewals += 1
            place = environment.first
            return .renewToken(place)
        }

        /// Whether the identifier may exist in the sandbox only: production answers 401 without a body for an app that
        /// was never released.
        private func isUnknownHere(_ answer: RejectedAnswer) -> Bool {
            answer.code == .transactionIdNotFound || answer.code == .originalTransactionIdNotFound
                || (answer.status == 401 && answer.isEmpty)
        }
    }
#endif
