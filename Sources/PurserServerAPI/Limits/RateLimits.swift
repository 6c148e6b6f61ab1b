#if Verification
    /// How often a second each call is made at most, for all callers of a client together.
    ///
    /// Apple counts by app and call: several servers of one app share what it serves. Give each its part.
    public struct RateLimits: Sendable, Hashable {
        private var changed: [ServerAPICall: Int?] = [:]
        private var isUnlimited = false
        private var share = 1.0

        /// What Apple serves, in the sandbox a tenth of it.
        public static let apple = RateLimits()

        /// As often as callers want: for servers that have a limit of their own.
        public static let none: RateLimits = {
            var limits = RateLimits()
            limits.isUnlimited = true
            return limits
        }()

        /// A part of what Apple serves, above 0 and at most 1: for one of several servers.
        public static func apple(share: Double) -> RateLimits {
            var limits = RateLimits()
            limits.share = share.isNaN ? 1 : min(1, max(0.001, share))
            return limits
        }

        /// How often a second a call is made in production, at least once; `nil` for no limit.
        public subscript(call: ServerAPICall) -> Int? {
            get { changed[call] ?? (isUnlimited ? nil : call.rate) }
            set { changed[call] = .some(newValue.map { max(1, $0) }) }
        }

        /// So many in so long.
        package struct Limit: Sendable, Hashable {
            var count: Int
            var period: Duration
        }

        /// The limit of a call; `nil` for none.
        package func limit(of call: ServerAPICall, isSandbox: Bool) -> Limit? {
            guard let rate = self[call] else { return nil }
            let perSecond = Double(rate) * (isSandbox ? 0.1 : 1) * share
            if perSecond > 0.999_999 { return Limit(count: Int(perSecond + 0.000_001), period: .seconds(1)) }
            // Less than one a second: one in as many seconds as it takes.
            return Limit(count: 1, period: .milliseconds(Int64((1_000 / perSecond).rounded(.up))))
        }
    }
#endif
