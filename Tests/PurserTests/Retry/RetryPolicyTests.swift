import Purser
import Testing

@Suite("Retry policy")
struct RetryPolicyTests {
    private static let centuries: Duration = .seconds(Int64.max)
    private static let limit: Duration = .seconds(100 * 365 * 86_400)

    @Test(
        "R1: negative durations count as zero and endless ones as 100 years",
        arguments: [(.seconds(-1), .zero), (centuries, limit)] as [(Duration, Duration)])
    func durationsAreClamped(given: Duration, used: Duration) {
        let policy = RetryPolicy(initialDelay: given, maximumDelay: given, maximumElapsed: given)
        #expect(policy.initialDelay == used)
        #expect(policy.maximumDelay == used)
        #expect(policy.maximumElapsed == used)
    }

    @Test(
        "R1: absurd multipliers are corrected",
        arguments: [
            (-3, 1), (0.5, 1), (1.5, 1.5), (1e9, 1_000), (Double.infinity, 1_000), (-Double.infinity, 1), (.nan, 2),
        ])
    func multiplierIsClamped(given: Double, used: Double) { #expect(RetryPolicy(multiplier: given).multiplier == used) }

    @Test("R1: there is always a first attempt", arguments: [Int.min, -1, 0, 1])
    func attemptsAreClamped(given: Int) { #expect(RetryPolicy(maximumAttempts: given).maximumAttempts == 1) }

    @Test("R1: the cap lowers an initial delay above it")
    func capWins() {
        #expect(RetryPolicy(initialDelay: .seconds(9), maximumDelay: .seconds(3)).initialDelay == .seconds(3))
    }

    @Test("R1: no policy without an attempt limit spins")
    func endlessPolicyHasAFloor() {
        let policy = RetryPolicy(initialDelay: .zero, maximumDelay: .zero, maximumAttempts: nil)
        #expect(policy.initialDelay == .milliseconds(1))
        #expect(policy.maximumDelay == .milliseconds(1))
        #expect(RetryPolicy.immediate.initialDelay == .zero)
    }

    @Test("R1: equal policies are equal, however they were written")
    func equality() {
        #expect(RetryPolicy() == .default)
        #expect(RetryPolicy(maximumAttempts: 1) == .once)
        #expect(RetryPolicy.persistent.maximumAttempts == nil)
        #expect(RetryPolicy.persistent.maximumElapsed == nil)
        #expect(RetryPolicy.persistent != .default)
    }
}
