import Testing

@testable import Purser

@Suite("Batches that came together")
struct BatchPortionsTests {
    @Test("O3: they are taken on whole and in their order, as many together as the limit allows")
    func limited() {
        let sizes = [1, 2, 3, 9, 1, 4, 1]
        var portions = BatchPortions(sizes.map(batch), limit: 5)
        var taken: [[Int]] = []
        while let some = portions.next() { taken.append(some.map(\.count)) }
        #expect(taken == [[1, 2], [3], [9], [1, 4], [1]])
    }

    @Test("O3: without a limit they are taken on together")
    func unlimited() {
        var portions = BatchPortions([batch(3), batch(2)], limit: .max)
        #expect(!portions.isEmpty)
        #expect(portions.next()?.map(\.count) == [3, 2])
        #expect(portions.next() == nil)
    }

    @Test("B1: a batch that says that the backend is caught up ends its portion")
    func caughtUp() {
        var portions = BatchPortions([batch(1), batch(1) + [.caughtUp] + batch(1), [.caughtUp], batch(1)], limit: .max)
        var taken: [[Int]] = []
        while let some = portions.next() { taken.append(some.map(\.count)) }
        #expect(taken == [[1, 3], [1], [1]])
    }

    private func batch(_ count: Int) -> [BackendEvent] {
        (0..<count).map { .restoreEnded(RestoreID(rawValue: UInt64($0)), nil) }
    }
}
