import Testing

@testable import Purser

@Suite("Batches that came together")
struct BatchLineTests {
    @Test("O3: they are taken on whole and in their order, as many together as the limit allows")
    func portions() {
        let sizes = [1, 2, 3, 9, 1, 4, 1]
        var line = BatchLine(sizes.map(batch), limit: 5)
        var taken: [[Int]] = []
        while let some = line.next() { taken.append(some.map(\.count)) }
        #expect(taken == [[1, 2], [3], [9], [1, 4], [1]])
    }

    @Test("O3: without a limit they are taken on together")
    func unlimited() {
        var line = BatchLine([batch(3), batch(2)], limit: .max)
        #expect(!line.isEmpty)
        #expect(line.next()?.map(\.count) == [3, 2])
        #expect(line.next() == nil)
    }

    private func batch(_ count: Int) -> [BackendEvent] {
        (0..<count).map { .restoreEnded(RestoreID(rawValue: UInt64($0)), nil) }
    }
}
