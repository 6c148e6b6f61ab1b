#if Verification
    import Purser

    /// Decides what follows an answer of Apple's server: where the call is sent next, and by which token.
    ///
    /// One value for each attempt of a call. It knows nothing of waits: what fails for good ends the attempt.
    struct ExchangeState: Sendable {
        /// What is to be done next.
        enum Step: Sendable, Hashable {
            /// Send it there.
            case send(StoreEnvironment)
            /// Ask for another token, and send it there.
            case renewToken(StoreEnvironment)
            /// This is the failure.
            case fail
        }

        /// How many further tokens an attempt takes: a new one, and one of the key that stands by.
        static let renewalLimit = 2

        private let call: ServerAPICall
        private let environment: ServerAPIEnvironment
        private(set) var place: StoreEnvironment
        private var renewals = 0

        init(_ call: ServerAPICall, in environment: ServerAPIEnvironment) {
            self.call = call
            self.environment = environment
            place = environment.first
        }

        /// The server has refused it.
        mutating func refused(_ answer: RefusedAnswer) -> Step {
            if place == .production, environment.asksSandbox, call.effect == .reads, isUnknownHere(answer) {
                place = .sandbox
                return .send(.sandbox)
            }
            guard answer.kind == .unauthorized, renewals < Self.renewalLimit else { return .fail }
            renewals += 1
            place = environment.first
            return .renewToken(place)
        }

        /// Whether production says that the sandbox may know it: 401 without a body is what it says of apps that were never
        /// released.
        private func isUnknownHere(_ answer: RefusedAnswer) -> Bool {
            answer.code == .transactionIdNotFound || answer.code == .originalTransactionIdNotFound
                || (answer.status == 401 && answer.isEmpty)
        }
    }
#endif
