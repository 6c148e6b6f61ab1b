/// How often and how soon a failed attempt is repeated.
///
/// One type for every stage of a purchase: catalog, refresh, verification, grant, finish, download. After the n-th
/// failure (counted from 0) the wait is drawn from `0 ... min(maximumDelay, initialDelay × multiplierⁿ)`.
///
/// **A server's wait hint** is a lower bound that nothing shortens. The drawn wait starts when the hint ends, so that
/// callers that the server rejected together do not come back together. `maximumDelay` limits the drawn part only,
/// never the hint. A hint that ends after `maximumElapsed` ends the retries at once, because no attempt could follow
/// the wait.
///
/// **The budget**: retries end after `maximumAttempts`, or when `maximumElapsed` has passed since the start of the
/// first attempt, whichever comes first. The last wait is shortened to end with the budget, so that a long random wait
/// costs no attempt.
///
/// **Out-of-range values** are corrected and never trap; each property says how. Durations end at 100 years.
public struct RetryPolicy: Sendable, Hashable {
    /// The ceiling of the first wait.
    ///
    /// Negative counts as zero, and more than `maximumDelay` as `maximumDelay`. Without an attempt limit it is at least
    /// a millisecond, so that no policy retries without a pause.
    public let initialDelay: Duration

    /// The factor by which the ceiling grows with each failure.
    ///
    /// From 1 to 1,000; values outside are moved to the nearer end, and not-a-number counts as 2.
    public let multiplier: Double

    /// The cap: no wait is drawn longer than this.
    ///
    /// Negative counts as zero. Without an attempt limit it is at least a millisecond.
    public let maximumDelay: Duration

    /// The random part of each wait.
    public let jitter: Jitter

    /// The number of attempts, the first one included; `nil` means no limit.
    ///
    /// Less than 1 counts as 1: the first attempt is always made.
    public let maximumAttempts: Int?

    /// The time from the start of the first attempt after which no further one starts; `nil` means no limit.
    ///
    /// Negative counts as zero, which allows the first attempt only.
    public let maximumElapsed: Duration?

    /// Makes a policy; omitted parameters are those of `default`.
    public init(
        initialDelay: Duration = .seconds(1),
        multiplier: Double = 2,
        maximumDelay: Duration = .seconds(60),
        jitter: Jitter = .full,
        maximumAttempts: Int? = 5,
        maximumElapsed: Duration? = .seconds(120)
    ) {
        let floor: Duration = maximumAttempts == nil ? .milliseconds(1) : .zero
        let cap = max(floor, maximumDelay.clampedForRetry)
        self.initialDelay = min(cap, max(floor, initialDelay.clampedForRetry))
        self.multiplier = multiplier.isNaN ? 2 : min(1_000, max(1, multiplier))
        self.maximumDelay = cap
        self.jitter = jitter
        self.maximumAttempts = maximumAttempts.map { max(1, $0) }
        self.maximumElapsed = maximumElapsed.map(\.clampedForRetry)
    }

    /// The random part of a wait, so that many clients do not return at the same moment.
    public struct Jitter: Sendable, Hashable {
        /// The random share of the wait, from 0 to 1.
        package let share: Double

        /// The whole wait is random: from nothing up to the ceiling.
        public static let full = Jitter(share: 1)
        /// Half of the ceiling is fixed and the other half random: never less than half of the full wait.
        public static let equal = Jitter(share: 0.5)
        /// Every wait is exactly its ceiling: plain doubling, predictable, for a single client.
        public static let none = Jitter(share: 0)
    }

    /// Five attempts within two minutes: for calls with a waiting caller.
    public static let `default` = RetryPolicy()

    /// One attempt and no retry.
    public static let once = RetryPolicy(maximumAttempts: 1)

    /// Five attempts without a pause (a server's hint is still honoured): for local work and for tests.
    public static let immediate = RetryPolicy(initialDelay: .zero, maximumDelay: .zero, maximumElapsed: nil)

    /// No limit, and at most five minutes between attempts: for calls that must succeed in the end, such as a finish.
    public static let persistent = RetryPolicy(
        maximumDelay: .seconds(300), maximumAttempts: nil, maximumElapsed: nil)
}

extension Duration {
    /// From zero to 100 years: far above any use, and far below every overflow in sums and in nanoseconds.
    var clampedForRetry: Duration { min(.seconds(100 * 365 * 86_400), max(.zero, self)) }
}
