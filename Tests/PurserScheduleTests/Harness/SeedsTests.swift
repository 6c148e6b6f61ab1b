import Purser
import Testing

@testable import PurserTesting

@Suite("Harness: seeds")
struct HarnessSeedsTests {
    struct Oops: Error {}

    @Test("Every seed runs once")
    func all() async throws {
        let seen = Lock<[UInt64]>([])
        let plan = Seeds.plan(count: 101, from: 10, environment: [:])
        #expect(plan == (10, 101))
        let failure = await Seeds.search(plan, workers: 3) { seed in seen.withLock { $0.append(seed) } }
        #expect(failure == nil)
        #expect(seen.withLock { $0.sorted() } == Array(10..<111))
    }

    @Test("The lowest failing seed is reported, with the way to run it again")
    func lowest() async {
        let failure = await Seeds.search((1, 500), workers: 4) { seed in
            if seed % 97 == 0 { throw Oops() }
        }
        #expect(failure?.seed == 97)
        #expect(failure.map { "\($0)".contains("PURSER_SEED=97") } == true)
    }

    @Test("PURSER_SEED picks one seed, PURSER_SEEDS scales the count, nonsense changes nothing")
    func environment() {
        #expect(Seeds.plan(count: 100, from: 1, environment: ["PURSER_SEED": "42"]) == (42, 1))
        #expect(Seeds.plan(count: 100, from: 1, environment: ["PURSER_SEEDS": "10"]) == (1, 1_000))
        #expect(Seeds.plan(count: 100, from: 1, environment: ["PURSER_SEEDS": "0.001"]) == (1, 1))
        for nonsense in ["", "x", "-1", "0", "nan", "inf", "1e300"] {
            #expect(Seeds.plan(count: 100, from: 1, environment: ["PURSER_SEEDS": nonsense]) == (1, 100))
        }
        #expect(Seeds.plan(count: -5, from: 1, environment: [:]) == (1, 0))
    }

    @Test("A simulation that fails is reported with its seed")
    func explore() async {
        let failure = await #expect(throws: SeedFailure.self) {
            try await Simulation.explore(count: 20) { _ in throw Oops() }
        }
        #expect(failure?.underlying is Oops)
    }
}
