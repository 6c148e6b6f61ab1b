import Testing

@testable import Purser

/// StoreKit 1 restores a purchase as a new transaction that names the original one.
@Suite("Restored copies, as the ledger sees them")
struct RestoredCopyTests {
    private static let deliverySteps = DeliverySteps(grants: true)
    private var ledger = LedgerState(deliverySteps: deliverySteps)

    private static let lamp = StoreTransaction.sample("T1", "lamp", .nonConsumable)

    private static func copy(
        _ id: String, of original: StoreTransaction = lamp, at seconds: Int64 = 9
    ) -> StoreTransaction {
        var fields = original.fields
        fields.id = id
        fields.originalID = original.originalID
        if fields.productType != .autoRenewable { fields.purchaseTime = at(seconds) }
        fields.signedTime = at(seconds)
        return StoreTransaction(fields)
    }

    private static func period(_ id: String, _ start: Int64, original: String = "T1") -> StoreTransaction {
        .sample(id, "gold", .autoRenewable, at: start) {
            $0.originalID = original
            $0.expirationTime = at(start + 30)
            $0.subscriptionGroupID = "group"
        }
    }

    /// What is to be done with a transaction that a restore brings.
    private mutating func restores(_ transaction: StoreTransaction) -> TransactionProgress.State? {
        _ = ledger.take(transaction, .restore)
        return ledger.transactions[transaction.id]?.progress.state
    }

    @Test("D1: a copy of what was granted, or is about to be, is recorded and finished, and not granted")
    mutating func granted() throws {
        _ = ledger.take(Self.lamp)
        #expect(restores(Self.copy("T2")) == .awaitsFinish)
        ledger.note(.step("T1", .granted))
        #expect(restores(Self.copy("T3")) == .awaitsFinish)
        #expect(ledger.transactions["T3"]?.update.kind == .restored)
        // A relaunch knows as much.
        var relaunched = LedgerState(deliverySteps: Self.deliverySteps)
        try ledger.write { relaunched.apply(try LedgerRecord(bytes: $0.bytes)) }
        ledger = relaunched
        #expect(restores(Self.copy("T4")) == .awaitsFinish)
    }

    @Test("D1: where the original is not on record the first copy is granted, and no other one")
    mutating func elsewhere() {
        #expect(restores(Self.copy("T2")) == .awaitsGrant)
        #expect(restores(Self.copy("T3")) == .awaitsFinish)
        ledger.note(.step("T2", .granted))
        #expect(restores(Self.copy("T4")) == .awaitsFinish)
    }

    @Test("D1: another period that begins in the same second is no copy, where both say which they are")
    mutating func sameSecond() {
        func period(_ id: String, _ milliseconds: Int64) -> StoreTransaction {
            var fields = Self.period(id, 0).fields
            fields.purchaseTime = Timestamp(milliseconds: fields.purchaseTime.milliseconds + milliseconds)
            fields.webOrderLineItemID = "W\(milliseconds)"
            return StoreTransaction(fields)
        }
        _ = ledger.take(period("T2", 0))
        ledger.note(.step("T2", .granted))
        #expect(restores(period("T3", 300)) == .awaitsGrant)
        #expect(restores(period("T4", 0)) == .awaitsFinish)
    }

    @Test("What was taken back is granted again when a copy of it is restored")
    mutating func revoked() {
        let bought = ledger.take(Self.lamp)
        ledger.note(.step("T1", .granted, in: bought))
        _ = ledger.take(Self.lamp.revoked(at: 5))
        #expect(restores(Self.copy("T2")) == .awaitsGrant)
        #expect(restores(Self.copy("T3")) == .awaitsFinish)
    }

    @Test("D1: outside of a restore, too, a copy is not granted where the purchase was, also when that was taken back")
    mutating func late() {
        let bought = ledger.take(Self.lamp)
        _ = ledger.take(Self.copy("T2"))
        #expect(ledger.transactions["T2"]?.progress.state == .awaitsFinish)
        ledger.note(.step("T1", .granted, in: bought))
        _ = ledger.take(Self.lamp.revoked(at: 5))
        _ = ledger.take(Self.copy("T3"))
        #expect(ledger.transactions["T3"]?.progress.state == .awaitsFinish)
    }

    @Test("D1: a copy of what is not on record is granted, whenever it comes, and once")
    mutating func alone() {
        let copied = ledger.take(Self.copy("T2"))
        #expect(ledger.transactions["T2"]?.progress.state == .awaitsGrant)
        ledger.note(.step("T2", .granted, in: copied))
        _ = ledger.take(Self.copy("T3"))
        #expect(ledger.transactions["T3"]?.progress.state == .awaitsFinish)
    }

    @Test("Each period of a subscription is another purchase, and so is another product")
    mutating func periods() {
        _ = ledger.take(Self.period("T1", 0))
        let renewal = Self.period("T2", 30)
        _ = ledger.take(renewal)
        #expect(restores(Self.copy("T3", of: renewal)) == .awaitsFinish)
        #expect(restores(Self.copy("T4", of: Self.period("T1", 0))) == .awaitsFinish)
        #expect(restores(Self.period("T5", 60)) == .awaitsGrant)
        #expect(restores(Self.copy("T6", of: Self.period("T5", 60))) == .awaitsFinish)
        #expect(restores(Self.copy("T7")) == .awaitsGrant)
    }

    @Test("What no handler was there for is handed over by the first one that is")
    mutating func laterHandler() throws {
        ledger = LedgerState()
        _ = ledger.take(Self.lamp)
        var relaunched = LedgerState(deliverySteps: Self.deliverySteps)
        try ledger.write { relaunched.apply(try LedgerRecord(bytes: $0.bytes)) }
        ledger = relaunched
        #expect(restores(Self.copy("T2")) == .awaitsGrant)
        #expect(restores(Self.copy("T3")) == .awaitsFinish)
    }
}
