import PurserTesting
import Testing

@testable import Purser

@Suite("Records of promoted purchases")
struct PromotionRecordTests {
    private let coins = PromotedPurchase(id: "1", productID: "coins", options: [.winBackOffer("back")])
    private let lamp = PromotedPurchase(id: "2", productID: "lamp")
    private let payment = RecordedPromotion.Payment(PaymentToken(launch: 7, number: 1), of: nil)

    @Test("Those neither bought nor declined are in the state and in its snapshot, each as it was recorded last")
    func state() {
        var state = LedgerState()
        for record: LedgerRecord in [
            .promoted(RecordedPromotion(coins)), .promoted(RecordedPromotion(lamp)),
            .promoted(RecordedPromotion(coins, payment: payment)), .promotedEnded(lamp),
        ] { state.apply(record) }
        let wanted = [RecordedPromotion(coins, payment: payment)]
        #expect(state.promotions.all == wanted)
        var again = LedgerState()
        state.write { again.apply($0) }
        #expect(again.promotions.all == wanted)
    }

    @Test("Equal identifiers of different purchases, as of different launches, are different purchases")
    func identifiers() {
        var promotions = RecordedPromotions()
        let other = PromotedPurchase(id: coins.id, productID: "lamp")
        for purchase in [coins, other, coins] { promotions.apply(.promoted(RecordedPromotion(purchase))) }
        #expect(promotions.all.map(\.purchase) == [coins, other])
        promotions.apply(.promotedEnded(coins))
        #expect(promotions.all.map(\.purchase) == [other])
    }

    @Test("The missing records are those that differ")
    func changes() {
        var promotions = RecordedPromotions()
        for purchase in [coins, lamp] { promotions.apply(.promoted(RecordedPromotion(purchase))) }
        let paid = RecordedPromotion(coins, payment: payment)
        #expect(promotions.changes(to: promotions.all).isEmpty)
        let changes = promotions.changes(to: [paid])
        #expect(changes == [.promotedEnded(lamp), .promoted(paid)])
        for change in changes { promotions.apply(change) }
        #expect(promotions.all == [paid])
    }

    @Test("L5: earlier versions skip and keep them; fields and options of later ones are kept here")
    func otherVersions() throws {
        for kind in [RecordKind.promoted, RecordKind.promotedEnded] {
            #expect(RecordKind.maySkip(kind) && RecordKind.reserved[kind] == nil)
        }
        let bytes = [UInt8](writing: { writer in
            writer.varint(RecordKind.promoted)
            RecordedPromotion(coins).write(to: &writer)
            writer.message(10) { $0.field(1, 99 as UInt64) }
            writer.field(77, "more")
        })
        let record = try LedgerRecord(bytes: bytes)
        #expect(record.bytes == bytes)
        guard case .promoted(let promotion) = record else {
            Issue.record("\(record)")
            return
        }
        #expect(promotion.purchase == coins && !promotion.laterFields.isEmpty)
    }
}
