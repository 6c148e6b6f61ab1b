import Purser
import Testing

@Suite("Deliveries: which run and which wait")
struct DeliveryStateTests {
    private func jobs(_ ids: [String]) throws -> [DeliveryJob] {
        var ledger = LedgerState()
        return try ids.map { id in
            _ = ledger.take(.sample(id))
            return DeliveryJob(transaction: try #require(ledger.transactions[id]), answers: nil)
        }
    }

    @Test("F2: deliveries begin in the order of the updates, so many at once")
    func order() throws {
        var state = DeliveryState(limit: 2)
        state.arrived(try jobs(["A", "B", "C"]))
        #expect(state.begin().map(\.id) == ["A", "B"])
        #expect(state.begin().isEmpty)
        state.ended("B")
        #expect(state.begin().map(\.id) == ["C"])
    }

    @Test("F6: one that hangs stops nobody else, and a second job for it waits behind it")
    func behind() throws {
        var state = DeliveryState(limit: 2)
        state.arrived(try jobs(["A", "A", "B"]))
        #expect(state.begin().map(\.id) == ["A", "B"])
        state.ended("B")
        #expect(state.begin().isEmpty)
        state.ended("A")
        #expect(state.begin().map(\.id) == ["A"])
    }

    @Test("A limit below one counts as one", arguments: [Int.min, 0])
    func limit(_ limit: Int) throws {
        var state = DeliveryState(limit: limit)
        state.arrived(try jobs(["A", "B"]))
        #expect(state.begin().map(\.id) == ["A"])
    }
}
