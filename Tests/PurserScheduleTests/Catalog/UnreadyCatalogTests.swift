import Purser
import PurserTesting
import Testing

/// A backend that is not ready answers empty, in part and late: what it did not know must not stay unknown.
@Suite("Catalog of a backend that is not ready, under many schedules") struct UnreadyCatalogTests {
    typealias Bench = ProductCatalogScheduleTests.Bench
    static let sold = ProductCatalogScheduleTests.names.filter { !$0.hasPrefix("x") }

    @Test("C2: what was unknown is asked for again by the next call, once for all callers, after the floor")
    func askedAgain() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try await Simulation.explore(count: plain(250, long: 1_000)) { context in
            let bench = Bench(context, StorefrontBackend.Plan(unreadyFor: .milliseconds(120)))
            // In half of the runs some callers want all of it anew.
            var generator = context.generator(for: "callers")
            let refreshes = generator.index(below: 2) == 0
            try await bench.running {
                try await withThrowingTaskGroup(of: Void.self) { callers in
                    for number in 0..<12 {
                        callers.addTask { try await Self.caller(number, refreshes, bench, context) }
                    }
                    try await callers.waitForAll()
                }
                // No answer of the time before is under way or counts any more.
                try await context.clock.sleep(until: bench.backend.readyTime + .milliseconds(50) + Bench.floor)
                let answer = try await bench.catalog.products(for: Self.sold)
                try #require(answer.products.map(\.id) == Self.sold)
            }
            try Self.checkRequests(bench.backend.requests, refreshes)
        }
    }

    /// Asks for some products after a while; what it does not get was unknown to a request that ended a moment ago.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    static func caller(_ number: Int, _ refreshes: Bool, _ bench: Bench, _ context: SimulationContext) async throws {
        var generator = context.generator(for: "caller \(number)")
        try await context.sleep(for: .milliseconds(generator.index(below: 200)))
        let ids = Array(Self.sold.shuffled(using: &generator).prefix(1 + generator.index(below: 4)))
        let isRefreshing = refreshes && generator.index(below: 3) == 0
        let begin = context.clock.now()
        let answer = try await bench.catalog.products(for: ids, refreshing: isRefreshing)
        try #require(answer.products.count + answer.invalidIDs.count == ids.count)
        let oldest = isRefreshing ? begin : begin - Bench.floor
        for id in answer.invalidIDs {
            let wasUnknown = bench.backend.requests.contains { $0.end >= oldest && $0.unknown.contains(id) }
            try #require(wasUnknown, "\(id) is unknown at \(begin), and nobody asked")
        }
    }

    /// No identifier is in two requests at once, nor again in one sooner than the floor after it was unknown.
    static func checkRequests(_ requests: [StorefrontBackend.Request], _ refreshes: Bool) throws {
        for id in Self.sold {
            let own = requests.filter { $0.ids.contains(id) }.sorted { $0.begin < $1.begin }
            for (one, next) in zip(own, own.dropFirst()) {
                let soonest = one.unknown.contains(id) && !refreshes ? one.end + Bench.floor : one.end
                try #require(next.begin >= soonest, "\(id) is asked for at \(one.begin) and at \(next.begin)")
            }
        }
    }
}
