import Testing

@testable import Purser

@Suite("Batches that came together")
struct BatchPartsTests {
    @Test("O3: they are taken on whole and in their order, as many together as the limit allows")
    func limited() {
        let sizes = [1, 2, 3, 9, 1, 4, 1]
        var parts = BatchParts(sizes.map(batch), limit: 5)
        var taken: [[Int]] = []
        while let part = parts.next() { taken.append(part.batches.map(\.count)) }
        #expect(taken == [[1, 2], [3], [9], [1, 4], [1]])
    }

    @Test("O3: without a limit they are taken on together")
    func unlimited() {
        var parts = BatchParts([batch(3), batch(2)], limit: .max)
        #expect(!parts.isEmpty)
        #expect(parts.next()?.batches.map(\.count) == [3, 2])
        #expect(parts.isEmpty)
    }

    @Test("B1: a batch that says that the backend is caught up ends its portion")
    func caughtUp() {
        var parts = BatchParts([batch(1), batch(1) + [.caughtUp] + batch(1), [.caughtUp], batch(1)], limit: .max)
        var taken: [[Int]] = []
        while let part = parts.next() { taken.append(part.batches.map(\.count)) }
        #expect(taken == [[1, 3], [1], [1]])
    }

    @Test("O1: an event about revoked products is alone, and its batch counts once")
    func revoked() {
        let batches = [batch(1), batch(2) + [.entitlementsRevoked(productIDs: ["a"])] + batch(1), batch(1)]
        var parts = BatchParts(batches, limit: .max)
        var taken: [[Int]] = []
        while let part = parts.next() { taken.append([part.ended] + part.batches.map(\.count)) }
        #expect(taken == [[1, 1], [0, 2], [0, 1], [1, 1], [1, 1]])
    }

    private func batch(_ count: Int) -> [BackendEvent] {
        (0..<count).map { .restoreEnded(RestoreID(rawValue: UInt64($0)), nil) }
    }
}
