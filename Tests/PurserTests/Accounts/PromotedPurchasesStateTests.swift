import Testing

@testable import Purser

@Suite("U4: the list of promoted purchases as a value")
struct PromotedPurchasesStateTests {
    private let coins = PromotedPurchase(id: "1", productID: "coins")
    private let lamp = PromotedPurchase(id: "2", productID: "lamp")

    /// Changes a state inside an expectation.
    private func change<Result>(
        _ state: inout PromotedPurchasesState, _ body: (inout PromotedPurchasesState) -> Result
    ) -> Result {
        body(&state)
    }

    private func stored(_ state: inout PromotedPurchasesState) -> [LedgerRecord] {
        let records = state.unstored
        state.stored(records)
        return records
    }

    @Test("It is recorded from its report on, once, and until it is bought or declined")
    func records() {
        var state = PromotedPurchasesState()
        #expect(change(&state) { $0.add(coins) && $0.add(coins) && $0.begin(coins) })
        #expect(stored(&state) == [.promoted(RecordedPromotion(purchase: coins))])
        state.postpone(coins)
        #expect(change(&state) { $0.begin(coins) } && stored(&state).isEmpty)
        state.remove(coins)
        #expect(stored(&state) == [.promotedEnded(coins)] && stored(&state).isEmpty)
    }

    @Test("After a failed write the records that were read count")
    func failedWrite() {
        var (state, read) = (PromotedPurchasesState(), RecordedPromotions())
        read.apply(.promoted(RecordedPromotion(purchase: coins)))
        state.adopt(read)
        #expect(state.listed == [coins], "the first reading is that of an earlier launch")
        state.remove(coins)
        // The write fails, and the storage has it after all.
        state.adopt(read)
        #expect(state.listed.isEmpty && stored(&state) == [.promotedEnded(coins)])
    }

    @Test("One that is decided about or bought is not listed meanwhile, keeps its place, and comes once to each stream")
    func busy() {
        var (state, last) = (PromotedPurchasesState(), 0)
        #expect(change(&state) { $0.add(coins) && $0.begin(coins) && $0.add(lamp) && $0.begin(lamp) })
        for purchase in [lamp, coins] {
            #expect(change(&state) { !$0.begin(purchase) } && !state.listed.contains(purchase))
            state.postpone(purchase)
            #expect(state.next(after: &last) == purchase)
        }
        #expect(change(&state) { $0.begin(coins) } && state.listed == [lamp])
        state.postpone(coins)
        #expect(state.listed == [coins, lamp] && state.next(after: &last) == nil)
        state.remove(lamp)
        last = 0
        #expect(state.next(after: &last) == coins && state.next(after: &last) == nil)
    }
}
