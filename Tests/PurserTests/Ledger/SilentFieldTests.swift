import Foundation
import Testing

@testable import Purser

/// What becomes of a field that one description of a transaction has and another lacks.
@Suite("Fields that are filled in")
struct SilentFieldTests {
    private func lamp(_ seconds: Int64, _ change: (inout StoreTransaction.Fields) -> Void = { _ in })
        -> StoreTransaction
    {
        .sample("T1", "lamp", .nonConsumable) {
            $0.signedTime = at(seconds)
            change(&$0)
        }
    }

    @Test("O6: what a later description lacks stays, and goes into the next update")
    func keepsWhatIsLacking() {
        var ledger = LedgerState()
        _ = ledger.take(lamp(0) { $0.price = 9.99 })
        #expect(ledger.take(lamp(5)) == nil)
        #expect(ledger.transactions["T1"]?.transaction.price == 9.99)
        #expect(ledger.transactions["T1"]?.transaction.signedTime == at(5))
        let update = ledger.take(lamp(6) { $0.revocationTime = at(6) })
        #expect(update?.kind == .revoked && update?.transaction.price == 9.99)
    }

    @Test("O6: what a later description adds is filled in without an update, and goes into the next one")
    func addsWhatWasLacking() {
        var ledger = LedgerState()
        _ = ledger.take(lamp(0))
        #expect(ledger.take(lamp(5) { $0.appTransactionID = "7048" }) == nil)
        #expect(ledger.transactions["T1"]?.transaction.appTransactionID == "7048")
        let update = ledger.take(lamp(6) { $0.revocationTime = at(6) })
        #expect(update?.transaction.appTransactionID == "7048")
    }

    @Test("O6: an older description adds what is lacking, and changes nothing else")
    func olderAdds() throws {
        var ledger = LedgerState()
        _ = ledger.take(lamp(5) { $0.price = 1 })
        let older = lamp(0) {
            $0.price = 2
            $0.storefrontID = "143443"
        }
        #expect(ledger.take(older) == nil)
        let known = try #require(ledger.transactions["T1"]?.transaction)
        #expect(known.price == 1 && known.storefrontID == "143443" && known.signedTime == at(5))
    }

    @Test("T2: an older description names no line and no end, which would count until the next launch alone")
    func olderTakesNoEffect() throws {
        var ledger = LedgerState()
        _ = ledger.take(lamp(5))
        let older = lamp(0) {
            $0.originalID = "T0"
            $0.expirationTime = at(90)
            $0.price = 2
        }
        #expect(ledger.take(older) == nil)
        let known = try #require(ledger.transactions["T1"]?.transaction)
        #expect(known.originalID == "T1" && known.expirationTime == nil && known.price == 2)
        // A later one is news.
        #expect(ledger.take(lamp(6) { $0.originalID = "T0" })?.transaction.originalID == "T0")
    }

    @Test("O6: a refund that is undone leaves nothing of itself behind")
    func refundIsForgotten() {
        var ledger = LedgerState()
        _ = ledger.take(lamp(0))
        _ = ledger.take(
            lamp(1) {
                $0.revocationTime = at(1)
                $0.revocationReason = .other
                $0.revocationPercentage = 40
            })
        let update = ledger.take(lamp(2))
        #expect(update?.kind == .reinstated)
        #expect(update?.transaction.revocationPercentage == nil && update?.transaction.revocationReason == nil)
        // The next refund is another one: of the first one's reason and part nothing counts.
        let again = ledger.take(lamp(3) { $0.revocationTime = at(3) })
        #expect(
            again?.kind == .revoked && again?.transaction.revocationPercentage == nil
                && again?.transaction.revocationReason == nil)
    }

    @Test("O6: an offer is completed by what was said of the same offer, and of no other")
    func offers() {
        func reported(_ offer: StoreTransaction.Offer?) -> StoreTransaction { lamp(0) { $0.offer = offer } }
        let known = reported(.init(type: .promotional, id: "spring", paymentMode: .payUpFront))
        #expect(reported(nil).completed(from: known) == known)
        #expect(reported(.init(type: .promotional)).completed(from: known) == known)
        #expect(reported(.init(type: .promotional, id: "fall")).completed(from: known).offer?.paymentMode == nil)
        #expect(reported(.init(type: .code)).completed(from: known).offer == .init(type: .code))
    }
}
