import PurserTesting
import Testing

@Suite("Harness: seeded generator")
struct HarnessGeneratorTests {
    @Test("The sequence follows from the seed")
    func sameSeed() {
        var first = SeededGenerator(seed: 7)
        var second = SeededGenerator(seed: 7)
        var other = SeededGenerator(seed: 8)
        let numbers = (0..<100).map { _ in first.next() }
        #expect(numbers == (0..<100).map { _ in second.next() })
        #expect(numbers != (0..<100).map { _ in other.next() })
    }

    @Test("Each purpose has a sequence of its own")
    func purposes() {
        var faults = SeededGenerator(seed: 7, purpose: "faults")
        var delays = SeededGenerator(seed: 7, purpose: "delays")
        #expect(faults.next() != delays.next())
        #expect(SeededGenerator(seed: 7, purpose: "faults") == SeededGenerator(seed: 7, purpose: "faults"))
    }

    @Test("index(below:) reaches every index and no other, also across neighbouring seeds")
    func index() {
        var generator = SeededGenerator(seed: 1)
        #expect(Set((0..<1_000).map { _ in generator.index(below: 10) }) == Set(0..<10))
        let firsts = (0..<1_000 as Range<UInt64>).map { seed in
            var generator = SeededGenerator(seed: seed)
            return generator.index(below: 10)
        }
        let counts = Dictionary(grouping: firsts) { $0 }.mapValues(\.count)
        #expect(counts.count == 10 && counts.values.allSatisfy { (50...150).contains($0) })
        #expect(generator.index(below: 0) == 0 && generator.index(below: -3) == 0)
    }
}
