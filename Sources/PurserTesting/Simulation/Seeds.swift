import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs a test under many seeds.
///
/// Two environment variables change the seeds: `PURSER_SEED=42` runs that one seed, to repeat a failure;
/// `PURSER_SEEDS=10` runs ten times as many as the test requests (`0.1`: a tenth, at least one).
public enum Seeds {
    static let singleVariable = "PURSER_SEED"
    static let scaleVariable = "PURSER_SEEDS"

    /// Runs `body` once for each seed from `first` on, several at a time, and reports the lowest one that fails.
    ///
    /// Throw from the body (`try #require(…)`) instead of only recording an issue: a thrown error is reported with its
    /// seed, and ends the search.
    ///
    /// - Parameters:
    ///   - count: how many seeds, before `PURSER_SEEDS` scales it.
    ///   - first: the lowest seed.
    ///   - workers: how many seeds run at the same time.
    ///   - body: is run with each seed.
    /// - Throws: ``SeedFailure`` with the lowest seed that failed.
    public static func forEach(
        count: Int,
        from first: UInt64 = 1,
        workers: Int = 2,
        _ body: @escaping @Sendable (UInt64) async throws -> Void
    ) async throws {
        let plan = plan(count: count, from: first, environment: ProcessInfo.processInfo.environment)
        if let failure = await search(plan, workers: workers, body) { throw failure }
    }

    /// Runs all seeds of a plan; returns the lowest that failed.
    static func search(
        _ plan: (first: UInt64, count: UInt64), workers: Int, _ body: @escaping @Sendable (UInt64) async throws -> Void
    ) async -> SeedFailure? {
        let failure = Lock<SeedFailure?>(nil)
        let stride = UInt64(max(workers, 1))
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<stride {
                group.addTask { await work(through: plan, from: worker, by: stride, failure: failure, body) }
            }
        }
        return failure.withLock { $0 }
    }

    /// Which seeds run: the first one and how many.
    static func plan(count: Int, from first: UInt64, environment: [String: String]) -> (first: UInt64, count: UInt64) {
        if let seed = environment[singleVariable].flatMap({ UInt64($0) }) { return (seed, 1) }
        let scale = environment[scaleVariable].flatMap { Double($0) } ?? 1
        guard scale.isFinite, scale > 0, count > 0 else { return (first, UInt64(max(count, 0))) }
        return (first, UInt64(exactly: max(1, (Double(count) * scale).rounded())) ?? UInt64(count))
    }

    /// One worker's share; it continues below a failure of another worker, so that the lowest one is reported.
    private static func work(
        through plan: (first: UInt64, count: UInt64),
        from start: UInt64,
        by stride: UInt64,
        failure: Lock<SeedFailure?>,
        _ body: @Sendable (UInt64) async throws -> Void
    ) async {
        var offset = start
        while offset < plan.count {
            let seed = plan.first &+ offset
            if let found = failure.withLock({ $0 }), found.seed &- plan.first < offset { return }
            do {
                try await body(seed)
            } catch {
                failure.withLock { found in
                    // Another worker may have noted a lower one in the meantime.
                    if let found, found.seed &- plan.first < offset { return }
                    found = SeedFailure(seed: seed, underlying: error)
                }
                return
            }
            offset += stride
            // A body that never suspends must not block a small thread pool for other tests.
            await Task.yield()
        }
    }
}
