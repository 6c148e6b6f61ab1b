import Testing

@testable import PurserBench

@Suite("What a purchase costs")
struct SteadyCountTests {
    @Test("Jobs, backend calls and ledger writes of a purchase stay within their limits", arguments: Limits.all)
    func steadyCounts(limits: Limits) throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        // Under one seed the batches are larger or smaller by chance.
        let counts = try (1...8).map { try SteadyCounts.measure(callers: limits.callers, seed: $0) }
        func mean(_ count: (SteadyCounts) -> Double) -> Double { counts.map(count).reduce(0, +) / Double(counts.count) }
        #expect(mean(\.jobs) <= limits.jobs)
        #expect(mean(\.submits) <= limits.submits)
        #expect(mean(\.finishes) <= limits.finishes)
        #expect(mean(\.writes) <= limits.writes)
        #expect(mean(\.syncs) <= limits.syncs)
        if Allocations.areCounted {
            let allocations = mean { $0.allocations ?? 0 }
            #expect(allocations > 0 && allocations <= limits.allocations, "\(allocations)")
            let locks = mean { $0.locks ?? 0 }
            #expect(locks > 0 && locks <= limits.locks, "\(locks)")
        }
    }

    @Test("What a thread allocates is counted, once each", .enabled(if: Allocations.areCounted))
    func allocations() throws {
        final class Item {}
        let before = try #require(Allocations.ofThisThread)
        var items: [Item] = []
        items.reserveCapacity(1_000)
        for _ in 0..<1_000 { items.append(Item()) }
        let after = try #require(Allocations.ofThisThread)
        #expect(items.count == 1_000)
        #expect((1_001..<1_020).contains(after - before))
    }

    #if os(Linux)
        @Test(
            "C4: lone purchases wake few threads, and leave nothing behind for the watch",
            .enabled(if: Allocations.areCounted))
        func lone() async throws {
            await #expect(processExitsWith: .success) {
                let lone = try await LonePurchases.measure(10_000)
                #expect(lone.wakes <= Limits.wakesOfLone, "\(lone.wakes) thread wakes for each purchase")
                #expect(lone.bytes <= Limits.bytesOfLone, "\(lone.bytes) bytes for each purchase")
            }
        }

        @Test("A waiting purchase takes no more memory than its limit", .enabled(if: Allocations.areCounted))
        func bytesWaiting() async throws {
            // In a process of its own: other tests allocate at the same time in this one.
            await #expect(processExitsWith: .success) {
                let bytes = try await WaitingRun.bytes(ofWaiting: 2_000)
                #expect(bytes > 0)
                #expect(bytes <= Limits.bytesWaiting, "\(bytes) bytes for each waiting purchase")
            }
        }
    #endif
}
