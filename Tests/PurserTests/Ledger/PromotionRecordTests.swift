import PurserTesting
import Testing

@testable import Purser

@Suite("Records of promoted purchases")
struct PromotionRecordTests {
    private let coins = PromotedPurchase(id: "1", productID: "coins", options: [.winBackOffer("back")])
    /// An equal identifier, as of different launches.
    private let lamp = PromotedPurchase(id: "1", productID: "lamp")

    private func promoted(_ purchase: PromotedPurchase) -> LedgerRecord {
        .promoted(RecordedPromotion(purchase: purchase))
    }

    @Test("Those neither bought nor declined are in the state and in its snapshot; equal ones are one")
    func state() {
        var state = LedgerState()
        for record in [promoted(coins), promoted(lamp), promoted(coins), .promotedEnded(lamp)] { state.apply(record) }
        #expect(state.promotions.all.map(\.purchase) == [coins])
        var again = LedgerState()
        state.write { again.apply($0) }
        #expect(again.promotions == state.promotions)
    }

    @Test("The missing records are those that differ")
    func changes() {
        var promotions = RecordedPromotions()
        promotions.apply(promoted(lamp))
        #expect(promotions.changes(to: [lamp]).isEmpty)
        let changes = promotions.changes(to: [coins])
        #expect(changes == [.promotedEnded(lamp), promoted(coins)])
        for change in changes { promotions.apply(change) }
        #expect(promotions.all.map(\.purchase) == [coins])
    }

    @Test("L5: earlier versions skip and keep them; fields and options of later ones are kept here")
    func otherVersions() throws {
        for kind in [RecordKind.promoted, RecordKind.promotedEnded] {
            #expect(RecordKind.maySkip(kind) && RecordKind.reserved[kind] == nil)
        }
        let bytes = [UInt8](writing: { writer in
            writer.varint(RecordKind.promoted)
            RecordedPromotion(purchase: coins).write(to: &writer)
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

    @Test("U2: the payment and the user that an earlier version recorded with one are read past, and not written again")
    func earlierVersion() throws {
        let bytes = [UInt8](writing: { writer in
            writer.varint(RecordKind.promoted)
            writer.field(1, lamp.id)
            writer.field(2, lamp.productID)
            writer.message(3, PaymentToken(launch: 7, number: 1))
            UserID(high: 1, low: 2).write(4, to: &writer)
        })
        #expect(try LedgerRecord(bytes: bytes) == promoted(lamp))
    }
}
