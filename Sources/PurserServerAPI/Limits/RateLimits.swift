#if Verification
    /// The maximum number of calls of each kind that a client starts per second, for all its callers together.
    ///
    /// Apple counts by app and call, so several servers of one app share Apple's limits: set a share for each server.
    public struct RateLimits: Sendable, Hashable {
        private var changed: [ServerAPICall: Int?] = [:]
        private var isUnlimited = false
        private var share = 1.0

        /// Apple's limits, and a tenth of them in the sandbox.
        public static let apple = RateLimits()

        /// No limits: for servers that limit their calls themselves.
        public static let none: RateLimits = {
            var limits = RateLimits()
            limits.isUnlimited = true
            return limits
        }()

        /// A share of Apple's limits, above 0 and at most 1, for one of several servers.
        public static func apple(share: Double) -> RateLimits {
            var limits = RateLimits()
            limits.share = share.isNaN ? 1 : min(1, max(0.001, share))
            return limits
        }

        /// The number of calls of a kind per second in production, at least one; `nil` for no limit.
        public subscript(call: ServerAPICall) -> Int? {
            get { changed[call] ?? (isUnlimited ? nil : call.rate) }
            set { changed[call] = .some(newValue.map { max(1, $0) }) }
        }

        /// A number of calls in a period.
        package struct Limit: Sendable, Hashable {
            var count: Int
            var period: Duration
        }

        /// The limit of a call; `nil` for none.
        package func limit(of call: ServerAPICall, isSandbox: Bool) -> Limit? {
            guard let rate = self[call] else { return nil }
            let perSecond = Double(rate) * (isSandbox ? 0.1 : 1) * share
            if perSecond > 0.999_999 { return Limit(count: Int(perSecond + 0.000_001), period: .seconds(1)) }
            // Less than one per second: one call in a longer period.
            return Limit(count: 1, period: .milliseconds(Int64((1_000 / perSecond).rounded(.up))))
        }
    }
#endif
