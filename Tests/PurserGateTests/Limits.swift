/// What a purchase may cost, in things that do not depend on the machine's speed.
///
/// Each stands a little above what was measured (`purser-bench counts`, `purser-bench waiting`). Lower a limit when the
/// cost goes down; raise one only with the reason in the commit.
struct Limits: Sendable {
    /// How many buy at the same time.
    var callers: Int
    var jobs: Double
    var submits: Double
    var finishes: Double
    var writes: Double
    var syncs: Double
    /// In a debug build, where the optimiser removes none; a release build needs fewer.
    var allocations: Double
    /// Those of the harness too: its executor takes most of them for one caller.
    var locks: Double

    static let all = [
        Limits(callers: 1, jobs: 8.4, submits: 1, finishes: 1, writes: 3, syncs: 2, allocations: 64, locks: 144),
        Limits(
            callers: 64, jobs: 1.4, submits: 0.043, finishes: 0.0275, writes: 0.1, syncs: 0.073, allocations: 25,
            locks: 26),
        Limits(
            callers: 1_024, jobs: 1.32, submits: 0.0035, finishes: 0.0025, writes: 0.0082, syncs: 0.006,
            allocations: 19.5, locks: 24.5),
    ]

    /// Thread wakes for each purchase of one caller.
    ///
    /// An idle machine with two processors needs the most, 3.4 to 3.9 in a debug build: on a busy one the next job often
    /// finds its thread awake, and on a single processor it always does.
    static let wakesOfLone = 5.0

    /// Bytes that stay in use for each purchase of one caller.
    static let bytesOfLone = 200.0

    /// Bytes for each waiting purchase, with the caller's own task and in a debug build.
    static let bytesWaiting = 3_100

    /// Tokens signed for each call of Apple's server.
    static let tokensPerCall = 0.01

    /// Bytes that stay in use for each page of a history: a page itself has about 40,000.
    static let bytesOfPage = 1_000.0
}
