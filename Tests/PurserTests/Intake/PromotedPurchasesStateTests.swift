import Testing

@testable import Purser

@Suite("The list of promoted purchases as a value")
struct PromotedPurchasesStateTests {
    private let coins = PromotedPurchase(id: "1", productID: "coins")
    private let lamp = PromotedPurchase(id: "2", productID: "lamp")
    private let token = PaymentToken(launch: 7, number: 1)
    private var payment: RecordedPromotion.Payment { .init(token, of: nil) }

    private func listing(_ purchases: PromotedPurchase..., limit: Int = 9) -> PromotedPurchasesState {
        var state = PromotedPurchasesState(limit: limit)
        for purchase in purchases {
            #expect(change(&state) { $0.reported(purchase) } && change(&state) { $0.keep(purchase) })
            state.deferred(purchase)
        }
        return state
    }

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
        var state = PromotedPurchasesState(limit: 9)
        #expect(change(&state) { $0.reported(coins) })
        #expect(stored(&state) == [.promoted(RecordedPromotion(coins))])
        state.deferred(coins)
        #expect(stored(&state).isEmpty)
        #expect(change(&state) { $0.pay(coins, payment, isDecided: false) })
        #expect(stored(&state) == [.promoted(RecordedPromotion(coins, payment: payment))])
        state.ended(token, .over)
        #expect(stored(&state) == [.promotedEnded(coins)])
        #expect(stored(&state).isEmpty)
    }

    @Test("After a failed write the records that were read count")
    func failedWrite() {
        var state = listing(coins)
        _ = stored(&state)
        #expect(change(&state) { $0.drop(coins) })
        // The write fails, and the storage has the purchase after all, and one that was not listed here any more.
        var read = RecordedPromotions()
        read.apply(.promoted(RecordedPromotion(coins)))
        state.adopt(read)
        state.adopt(read)
        #expect(state.listed == [coins], "the first reading is that of an earlier launch")
        #expect(change(&state) { $0.drop(coins) })
        state.adopt(read)
        #expect(state.listed.isEmpty && stored(&state) == [.promotedEnded(coins)])
    }

    @Test("One that is reported again is passed to the handler again, and is listed once")
    func repeated() {
        var state = PromotedPurchasesState(limit: 9)
        var read = RecordedPromotions()
        read.apply(.promoted(RecordedPromotion(coins)))
        state.adopt(read)
        #expect(change(&state) { $0.takeUnannounced() } == [coins])
        #expect(change(&state) { $0.reported(coins) })
        #expect(!change(&state) { $0.reported(coins) }, "the handler is called already")
        #expect(state.listed == [coins])
        state.deferred(coins)
        #expect(state.listed == [coins] && change(&state) { $0.takeUnannounced() }.isEmpty)
        #expect(change(&state) { $0.pay(coins, payment, isDecided: false) })
        #expect(!change(&state) { $0.reported(coins) }, "it is being paid for")
    }

    @Test("Of two who buy it only the first pays, and a decision that comes then changes nothing")
    func twice() {
        var state = listing(coins)
        #expect(change(&state) { $0.reported(coins) })
        #expect(change(&state) { $0.pay(coins, payment, isDecided: false) })
        let other = RecordedPromotion.Payment(PaymentToken(launch: 7, number: 2), of: nil)
        #expect(!change(&state) { $0.pay(coins, other, isDecided: true) })
        state.declined(coins)
        #expect(state.listed.isEmpty && !change(&state) { $0.drop(coins) })
        #expect(change(&state) { $0.ended(token, .rejected) }?.purchase == coins)
        #expect(state.listed == [coins])
    }

    @Test("One that returns keeps its place in the order; streams do not get it again")
    func returned() {
        var state = listing(coins, lamp)
        #expect(change(&state) { $0.takeUnannounced() } == [coins, lamp])
        #expect(change(&state) { $0.pay(coins, payment, isDecided: false) })
        #expect(state.listed == [lamp])
        #expect(change(&state) { $0.ended(token, .open) } == nil && state.listed == [lamp])
        #expect(change(&state) { $0.ended(token, .rejected) }?.isDeferred == true)
        #expect(state.listed == [coins, lamp] && change(&state) { $0.takeUnannounced() }.isEmpty)
    }

    @Test("Recorded endings decide about payments that no session follows, and about no others")
    func unfollowed() {
        var state = listing(coins)
        #expect(change(&state) { $0.pay(coins, payment, isDecided: false) })
        #expect(!change(&state) { $0.ended([(token, .failed)]) })
        state.ended(token, .open)
        #expect(change(&state) { $0.ended([(token, .interrupted)]) } && state.listed.isEmpty)
        #expect(change(&state) { $0.ended([(token, .failed)]) } && state.listed == [coins])
        #expect(
            change(&state) { $0.takeReturned() }.map(\.purchase) == [coins]
                && change(&state) { $0.takeReturned() }.isEmpty)
    }

    @Test("Beyond the limit they are neither recorded nor deferred, until there is room")
    func limit() {
        var state = listing(coins, limit: 1)
        #expect(change(&state) { $0.reported(lamp) })
        #expect(stored(&state) == [.promoted(RecordedPromotion(coins))])
        #expect(change(&state) { $0.pay(lamp, payment, isDecided: true) })
        #expect(change(&state) { $0.ended(token, .rejected) }?.isDeferred == false)
        #expect(state.listed == [coins] && !state.contains(lamp))
        #expect(
            change(&state) { $0.reported(lamp) } && change(&state) { $0.drop(coins) }
                && change(&state) { $0.keep(lamp) })
        state.deferred(lamp)
        #expect(state.listed == [lamp])
    }
}
