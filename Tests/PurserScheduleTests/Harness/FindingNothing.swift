import PurserTesting
import Testing

/// Runs a world under each of many seeds, and fails at the lowest at which the world finds something wrong.
func expectNothing(
    count: Int, from first: UInt64 = 1, _ found: @escaping @Sendable (UInt64) throws -> [String]
) async throws {
    try await Seeds.forEach(count: count, from: first) { seed in
        let found = try found(seed)
        try #require(found.isEmpty, "\(found.joined(separator: "\n"))")
    }
}

/// Fails unless something that is broken on purpose is noticed under one of the seeds.
func expectNoticed(within seeds: ClosedRange<UInt64>, _ isNoticed: (UInt64) throws -> Bool) async rethrows {
    for seed in seeds {
        if try isNoticed(seed) { return }
        // Other tests want the threads as well.
        await Task.yield()
    }
    Issue.record("nothing was noticed")
}
