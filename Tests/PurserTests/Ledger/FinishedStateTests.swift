import Purser
import Testing

@Suite("F5: a finish counts for the state that it was sent for")
struct FinishedStateTests {
    private let now = Timestamp(milliseconds: 1_000)

    @Test("F5: a finish that was under way while the transaction was taken back leaves the new state unfinished")
    func overtaken() throws {
        var state = LedgerState()
        var fields = StoreTransaction.Fields(
            id: "t1", productID: "lamp", productType: .nonConsumable, purchaseTime: now)
        record(fields, &state)
        let sent = try #require(state.transactions["t1"])
        fields.revocationTime = now
        record(fields, &state)
        state.note(.finished(sent))
        #expect(state.transactions["t1"]?.progress.isUnfinished == true)
        let present = try #require(state.transactions["t1"])
        state.note(.finished(present))
        #expect(state.transactions["t1"]?.progress.isUnfinished == false)
    }

    private func record(_ fields: StoreTransaction.Fields, _ state: inout LedgerState) {
        let incoming = IncomingTransaction(StoreTransaction(fields), phase: .complete, needsFinish: true)
        state.note(.transaction(incoming))
    }
}
