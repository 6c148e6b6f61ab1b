#if Verification
    import Purser
    public import PurserSimulator

    /// The faults between an app's server and an ``EmbeddedAppStoreServer``, drawn from a seed.
    ///
    /// The same plan gives the same faults for the same requests in the same order. Chances go from 0 (never) to 1 (always).
    public struct ServerFaultPlan: Sendable {
        /// The seed of all faults.
        public var seed: UInt64
        /// The chance of 401 without a body, although the token is valid.
        public var unauthorized = 0.0
        /// The chance of 429, with the pause in `Retry-After`; without a pause there is no `Retry-After`.
        public var rateLimited = FaultRate(0)
        /// The chance of a server error: 500 with a code, or 503 without one.
        public var serverErrors = 0.0
        /// The delay of answers.
        public var delay = FaultDelay.none
        /// The chance that an answer is cut in its middle, after the call was carried out.
        public var cutBodies = 0.0
        /// The chance that an answer is HTML or incomplete JSON, after the call was carried out.
        public var wrongJSON = 0.0
        /// The chance that the connection breaks, in half of the cases before the call is carried out, otherwise after.
        public var brokenConnections = 0.0
        /// The chance that a page of a history repeats entries of the previous page.
        public var repeatedPages = 0.0
        /// The chance that a page of a history has its entries in another order.
        public var reorderedPages = 0.0
        /// The chance that a notification is posted twice.
        public var repeatedNotifications = 0.0
        /// The chance that notifications due together are posted in another order.
        public var reorderedNotifications = 0.0
        /// The chance that a post does not arrive; the history then contains `TIMED_OUT`.
        public var missedNotifications = 0.0
        /// The chance that a consumption request is sent twice, with different identifiers.
        public var repeatedConsumptionRequests = 0.0
        /// The maximum number of consecutive failures of one call, so that a retry eventually succeeds.
        public var failuresInARow = 3

        /// A plan without faults; set its properties.
        public init(seed: UInt64 = 0) { self.seed = seed }

        /// No faults.
        public static let none = ServerFaultPlan()

        /// All faults that a retry can overcome, so no wrong JSON; delays are at most three seconds, pauses at most
        /// five.
        public static func chaos(seed: UInt64) -> ServerFaultPlan {
            var plan = ServerFaultPlan(seed: seed)
            plan.unauthorized = 0.04
            plan.rateLimited = FaultRate(0.06, hint: FaultDelay(0.5, .milliseconds(100) ... .seconds(5)))
            plan.serverErrors = 0.05
            plan.delay = FaultDelay(0.5, .milliseconds(1) ... .seconds(3))
            plan.cutBodies = 0.04
            plan.brokenConnections = 0.04
            plan.repeatedPages = 0.1
            plan.reorderedPages = 0.1
            plan.repeatedNotifications = 0.2
            plan.reorderedNotifications = 0.3
            plan.missedNotifications = 0.1
            plan.repeatedConsumptionRequests = 0.3
            return plan
        }
    }

    /// Draws the faults of requests and notifications.
    struct ServerFaultState: Sendable {
        /// The fault of a request.
        enum Fault: Sendable, Hashable {
            case unauthorized
            case rateLimited(Duration?)
            case serverError(hasCode: Bool)
            case broken(isUnsent: Bool)
            case cut
            case html
            case halfJSON

            /// Whether the call is carried out in spite of the fault.
            var isCarriedOut: Bool {
                switch self {
                case .unauthorized, .rateLimited, .serverError, .broken(isUnsent: true): false
                case .broken, .cut, .html, .halfJSON: true
                }
            }
        }

        private let plan: ServerFaultPlan
        private var random: SplitMix64
        private var row: [String: Int] = [:]

        init(_ plan: ServerFaultPlan) {
            self.plan = plan
            random = SplitMix64(seed: plan.seed)
        }

        /// The fault of a request, and the delay of its answer.
        mutating func request(_ call: String) -> (fault: Fault?, delay: Duration?) {
            let delay = random.delay(plan.delay)
            let fault = row[call, default: 0] < plan.failuresInARow ? drawn() : nil
            row[call] = fault == nil ? 0 : row[call, default: 0] + 1
            return (fault, delay)
        }

        private mutating func drawn() -> Fault? {
            if random.happens(plan.unauthorized) { return .unauthorized }
            if random.happens(plan.rateLimited.chance) { return .rateLimited(random.delay(plan.rateLimited.hint)) }
            if random.happens(plan.serverErrors) { return .serverError(hasCode: random.happens(0.5)) }
            if random.happens(plan.brokenConnections) { return .broken(isUnsent: random.happens(0.5)) }
            if random.happens(plan.cutBodies) { return .cut }
            if random.happens(plan.wrongJSON) { return random.happens(0.5) ? .html : .halfJSON }
            return nil
        }

        /// The fault of a page of a history.
        mutating func page() -> PageFault? {
            if random.happens(plan.repeatedPages) {
                return .repeated(1 + random.below(TransactionDesk.pageSize - 1))
            }
            return random.happens(plan.reorderedPages) ? .shuffled(SplitMix64(seed: random.next())) : nil
        }

        /// The order of the notifications that are due together, with repetitions.
        mutating func order(_ due: [Int]) -> [Int] {
            var order = due.flatMap { random.happens(plan.repeatedNotifications) ? [$0, $0] : [$0] }
            if random.happens(plan.reorderedNotifications) { order.shuffle(using: &random) }
            return order
        }

        /// Whether a post does not arrive.
        mutating func isMissed() -> Bool { random.happens(plan.missedNotifications) }

        /// Whether a consumption request is sent twice.
        mutating func asksTwice() -> Bool { random.happens(plan.repeatedConsumptionRequests) }
    }
#endif
