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

    @Test("F3: a manual purchase is handed over when nobody has it in hand, and once more when the app asks")
    func manual() throws {
        var state = DeliveryState(limit: 2)
        let (a, b) = (
            StoreUpdate(sequence: 1, transaction: .sample("A")), StoreUpdate(sequence: 2, transaction: .sample("B"))
        )
        state.noteInHand("A", by: 1)
        #expect([a, b, b].map { state.deliver($0) } == [false, true, false])
        state.deliverAgain()
        #expect([a, a].map { state.deliver($0) } == [true, false])
        // Given back by the store, it is handed over once more; a repetition of that is not.
        let given = StoreUpdate(sequence: 3, kind: .reinstated, transaction: .sample("A"))
        let job = DeliveryJob(transaction: LedgerTransaction(given, steps: .needsFinish), answers: nil)
        state.arrived([job])
        #expect([given, given].map { state.deliver($0) } == [true, false])
        state.arrived([job])
        #expect([given].map { state.deliver($0) } == [false])
    }

    @Test("A limit below one counts as one", arguments: [Int.min, 0])
    func limit(_ limit: Int) throws {
        var state = DeliveryState(limit: limit)
        state.arrived(try jobs(["A", "B"]))
        #expect(state.begin().map(\.id) == ["A"])
    }
}

@Suite("Deliveries: who waits for those that cannot be recorded")
struct StuckDeliveryTests {
    private func job(_ id: String, _ payer: UInt64?) throws -> DeliveryJob {
        var ledger = LedgerState()
        _ = ledger.take(.sample(id))
        return DeliveryJob(
            transaction: try #require(ledger.transactions[id]),
            answers: payer.map { PaymentToken(launch: 1, number: $0) })
    }

    @Test("C1: a payer is given out once, at the end or when a step cannot be recorded")
    func once() throws {
        var state = DeliveryState(limit: 4)
        state.arrived([try job("A", 1), try job("B", 2)])
        #expect(state.begin().count == 2)
        #expect(state.stuck("A").map(\.token.number) == [1])
        #expect(state.stuck("A").isEmpty)
        #expect(state.takePayer(of: "A") == nil)
        #expect(state.takePayer(of: "B")?.token.number == 2)
        #expect(state.takePayer(of: "B") == nil)
        #expect(state.stuck("B").isEmpty)
    }

    @Test("C1: whoever waits behind the same transaction is given out with it, and its job still runs")
    func behind() throws {
        var state = DeliveryState(limit: 4)
        state.arrived([try job("A", 1), try job("A", 2)])
        #expect(state.begin().count == 1)
        #expect(state.stuck("A").map(\.token.number) == [1, 2])
        state.ended("A")
        #expect(state.begin().map(\.id) == ["A"])
        #expect(state.takePayer(of: "A") == nil)
    }

    @Test("C1: those in the line are given out only when nothing that runs can go on")
    func line() throws {
        var state = DeliveryState(limit: 2)
        state.arrived([try job("A", 1), try job("B", 2), try job("C", 3), try job("D", nil), try job("E", 5)])
        #expect(state.begin().count == 2)
        #expect(state.stuck("A").map(\.token.number) == [1])
        state.recorded("A")
        #expect(state.stuck("B").map(\.token.number) == [2], "A goes on, and so will the line")
        #expect(state.stuck("A").map(\.token.number) == [3, 5])
        state.arrived([try job("F", 6)])
        #expect(state.stuck("B").map(\.token.number) == [6], "who comes later is told at the next attempt")
        state.ended("A")
        #expect(state.begin().map(\.id) == ["C"])
        state.ended("B")
        #expect(state.begin().map(\.id) == ["D"])
    }
}
