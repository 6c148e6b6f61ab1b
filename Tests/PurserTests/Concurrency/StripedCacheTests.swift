import PurserTesting
import Testing

@testable import Purser

@Suite("StripedCache: what many threads read and one changes", .timeLimit(.minutes(30)))
struct StripedCacheTests {
    private static let last = 500

    @Test("A read that begins after a change sees it, on every thread")
    func seenAtOnce() async {
        let stripes = StripedCache<Int>()
        let value = Lock(0)
        let changed = Lock(0)
        async let writing: Void = Threads.run(1) {
            for number in 1...Self.last {
                stripes.invalidate { value.withLock { $0 = number } }
                changed.withLock { $0 = number }
            }
        }
        let missed = await Self.readsBehind(stripes, value, leastDue: { changed.withLock { $0 } })
        await writing
        #expect(missed == 0)
    }

    @Test("No read goes back behind another that ended before it, whichever threads they are on")
    func neverBack() async {
        let stripes = StripedCache<Int>()
        let value = Lock(0)
        let highest = Lock(0)
        async let writing: Void = Threads.run(1) {
            for number in 1...Self.last { stripes.invalidate { value.withLock { $0 = number } } }
        }
        let backwards = await Self.readsBehind(
            stripes, value, leastDue: { highest.withLock { $0 } },
            saw: { seen in highest.withLock { $0 = max($0, seen) } })
        await writing
        #expect(backwards == 0)
    }

    /// Reads on eight threads until the last number is seen, and counts the reads that gave less than was due when they
    /// began.
    private static func readsBehind(
        _ stripes: StripedCache<Int>, _ value: Lock<Int>, leastDue: @escaping @Sendable () -> Int,
        saw: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> Int {
        let behind = Lock(0)
        await Threads.run(8) {
            var seen = 0
            while seen < last {
                let due = leastDue()
                seen = stripes.cached ?? stripes.refill { value.withLock { $0 } }
                if seen < due { behind.withLock { $0 += 1 } }
                saw(seen)
            }
        }
        return behind.withLock { $0 }
    }

    @Test("A thread that reads again gets what it got, until there is a change")
    func madeOnce() {
        let stripes = StripedCache<Int>()
        let made = Lock(0)
        func read() -> Int {
            stripes.cached ?? stripes.refill { made.next() }
        }
        #expect([read(), read(), read()] == [1, 1, 1])
        stripes.invalidate {}
        stripes.invalidate {}
        #expect([read(), read()] == [2, 2])
    }

    @Test("What was read last is let go of with the change")
    func letGo() {
        final class Thing: Sendable {}
        let stripes = StripedCache<Thing>()
        weak var thing: Thing?
        do {
            let made = stripes.refill { Thing() }
            thing = made
            #expect(thing != nil)
        }
        #expect(thing != nil, "the stripe keeps it for the next reader")
        stripes.invalidate {}
        #expect(thing == nil)
    }
}
