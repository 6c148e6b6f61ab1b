import Testing

@testable import Purser

/// Apple's server may tell of an old purchase, and of its refund, by another identifier than the app holds.
@Suite("One purchase under several identifiers, as the ledger sees it")
struct RenamedPurchaseTests {
    private var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))

    /// What Apple's server says of a purchase by another identifier.
    private static func renamed(
        _ purchase: StoreTransaction, signed seconds: Int64 = 90,
        _ change: (inout StoreTransaction.Fields) -> Void = { _ in }
    ) -> StoreTransaction {
        var fields = purchase.fields
        fields.id = "\(purchase.id)9"
        fields.signedTime = at(seconds)
        change(&fields)
        return StoreTransaction(fields)
    }

    private static func period(_ id: String, _ start: Int64) -> StoreTransaction {
        .sample(id, "gold", .autoRenewable, at: start) {
            $0.originalID = "T1"
            $0.expirationTime = at(start + 30)
            $0.subscriptionGroupID = "group"
            $0.webOrderLineItemID = "W\(start)"
        }
    }

    private static let purchases: [StoreTransaction] = [
        .sample("T1", "coins"), .sample("T1", "lamp", .nonConsumable), period("T1", 0), period("T2", 30),
    ]

    /// Has a purchase recorded, granted and finished, behind and before others.
    private mutating func own(_ purchase: StoreTransaction) {
        if purchase.id != "T1" { grant(Self.period("T1", 0)) }
        grant(purchase)
        if purchase.isPeriod { grant(Self.period("T3", 60)) }
    }

    private mutating func grant(_ purchase: StoreTransaction) {
        let update = ledger.take(purchase)
        ledger.note(.step(purchase.id, .granted, in: update))
        ledger.note(.step(purchase.id, .finished))
    }

    @Test(
        "F8: a refund by another identifier is that of the purchase, which the app has to take back",
        arguments: purchases)
    mutating func refund(_ purchase: StoreTransaction) throws {
        own(purchase)
        let reported = ledger.take(Self.renamed(purchase) { $0.revocationTime = at(80) })
        let update = try #require(reported)
        #expect(update.transaction.id == purchase.id && update.kind == .revoked)
        #expect(ledger.transactions[purchase.id]?.progress.state == .awaitsRevoke)
        #expect(ledger.transactions["\(purchase.id)9"] == nil)
        #expect(ledger.balances["coins"] ?? 0 == 0)
        // It is known by either identifier, and after a relaunch.
        #expect(ledger.take(Self.renamed(purchase) { $0.revocationTime = at(80) }) == nil)
        var relaunched = LedgerState(deliverySteps: DeliverySteps(grants: true))
        try ledger.write { relaunched.apply(try LedgerRecord(bytes: $0.bytes)) }
        #expect(relaunched.take(Self.renamed(purchase) { $0.revocationTime = at(80) }) == nil)
    }

    @Test(
        "F10: a refund by another identifier that overtakes its purchase leaves nothing to be granted",
        arguments: purchases.filter { $0.id == $0.originalID })
    mutating func overtaken(_ purchase: StoreTransaction) throws {
        let reported = ledger.take(Self.renamed(purchase) { $0.revocationTime = at(80) })
        let refund = try #require(reported)
        #expect(refund.transaction.id == purchase.id && refund.kind == .revoked)
        _ = ledger.take(purchase, needsFinish: true)
        // The answer alone says that the store waits for a finish.
        #expect(ledger.transactions[purchase.id]?.progress.state == .done)
        #expect(ledger.transactions["\(purchase.id)9"] == nil && ledger.balances["coins"] ?? 0 == 0)
    }

    @Test(
        "D3: a refund by another identifier is not that of another environment's purchase, which comes before its own")
    mutating func overtakenBesideEnvironment() throws {
        var fields = Self.purchases[0].fields
        fields.environment = .sandbox
        grant(StoreTransaction(fields))
        (fields.environment, fields.purchaseTime, fields.originalPurchaseTime) = (.xcode, at(10), at(10))
        let purchase = StoreTransaction(fields)
        _ = ledger.take(Self.renamed(purchase) { $0.revocationTime = at(80) })
        #expect(ledger.balances["coins"] == 1)
        _ = ledger.take(purchase, needsFinish: true)
        #expect(ledger.balances["coins"] == 1)
        #expect(ledger.transactions["T1"]?.progress.isRevokedOrUpgraded == false)
    }

    @Test("F10: what was replaced by an upgrade stays so, whatever another identifier does not say of it")
    mutating func upgraded() throws {
        own(Self.period("T2", 30))
        var fields = Self.period("T2", 30).fields
        (fields.isUpgraded, fields.signedTime) = (true, at(85))
        _ = ledger.take(StoreTransaction(fields))
        #expect(ledger.transactions["T2"]?.progress.state == .awaitsRevoke)
        #expect(ledger.take(Self.renamed(Self.period("T2", 30))) == nil)
        #expect(ledger.transactions["T2"]?.progress.state == .awaitsRevoke)
    }

    @Test("D1, D2: the same purchase by another identifier is no news, and is not counted again", arguments: purchases)
    mutating func known(_ purchase: StoreTransaction) {
        own(purchase)
        let (balances, next) = (ledger.balances, ledger.nextSequence)
        #expect(ledger.take(Self.renamed(purchase)) == nil)
        #expect(ledger.balances == balances && ledger.nextSequence == next)
    }

    @Test("D2: of a consumable that was archived as well")
    mutating func archived() throws {
        ledger = LedgerState(deliverySteps: DeliverySteps(grants: true), archivingLimit: 0)
        let purchase = StoreTransaction.sample("T1", "coins")
        grant(purchase)
        #expect(ledger.transactions["T1"] == nil && ledger.balances["coins"] == 1)
        #expect(ledger.take(Self.renamed(purchase)) == nil)
        let reported = ledger.take(Self.renamed(purchase) { $0.revocationTime = at(80) })
        let update = try #require(reported)
        #expect(update.transaction.id == "T1" && ledger.balances["coins"] == 0)
    }

    @Test("Another period, another order, added seats and a purchase of another date are purchases of their own")
    mutating func others() {
        own(Self.period("T2", 30))
        let changes: [(inout StoreTransaction.Fields) -> Void] = [
            { $0.purchaseTime = at(45) }, { $0.webOrderLineItemID = "W45" }, { $0.productID = "silver" },
            { $0.additionalTransactionReason = .seatAddition }, { $0.purchasedQuantity = 2 },
            { $0.ownershipType = .familyShared },
        ]
        for (number, change) in changes.enumerated() {
            let other = Self.renamed(Self.period("T2", 30)) {
                change(&$0)
                $0.id = "T2\(number)"
            }
            #expect(ledger.take(other)?.transaction.id == "T2\(number)")
        }
    }

    @Test("D1: a renewal is told after a copy of it that StoreKit 1 has made, where only dates say that they are one")
    mutating func renewalAfterCopy() {
        func plain(_ id: String) -> StoreTransaction {
            Self.renamed(Self.period("T2", 30)) {
                $0.id = id
                $0.webOrderLineItemID = nil
            }
        }
        own(Self.period("T1", 0))
        let copy = IncomingTransaction(
            plain("T8"), phase: .restore, needsFinish: true, restore: RestoreID(rawValue: 1))
        #expect(ledger.report(copy).stored.transaction.id == "T8")
        #expect(ledger.take(plain("T2"))?.transaction.id == "T2")
    }

    @Test("What is waited for keeps its identifier: a copy that a restore has made, and the answer to a payment")
    mutating func answers() {
        own(Self.period("T2", 30))
        let copy = IncomingTransaction(
            Self.renamed(Self.period("T2", 30)), phase: .restore, needsFinish: true,
            restore: RestoreID(rawValue: 1))
        #expect(ledger.report(copy).stored.transaction.id == "T29")
    }
}
