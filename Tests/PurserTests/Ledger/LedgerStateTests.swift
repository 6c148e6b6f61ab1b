import Testing

@testable import Purser

@Suite("Ledger: what is news, and what is still to be done")
struct LedgerStateTests {
    @Test("O4: updates are numbered from 1 without a gap; what is no news takes no number")
    func numbers() {
        var ledger = LedgerState()
        #expect(ledger.take(.sample("T1"))?.sequence == 1)
        #expect(ledger.take(.sample("T1")) == nil)
        #expect(ledger.take(.sample("T2"))?.sequence == 2)
        #expect(ledger.nextSequence == 3)
    }

    @Test("D1: the same state is recorded once, whenever it is told again; each change always passes")
    func changes() {
        var ledger = LedgerState()
        let bought = StoreTransaction.sample("T1", at: 10)
        #expect(ledger.take(bought)?.kind == .purchased)
        #expect(ledger.take(bought.described(at: 20)) == nil)
        #expect(ledger.take(bought.revoked(at: 30))?.kind == .revoked)
        #expect(ledger.take(bought.revoked(at: 30)) == nil)
        #expect(ledger.take(bought.described(at: 40))?.kind == .reinstated)
        #expect(
            ledger.take(
                .sample("T1", at: 10) {
                    $0.isUpgraded = true
                    $0.signedTime = at(50)
                })?.kind == .upgraded)
    }

    @Test("D1: an older description that comes late is no news, even if the state between was none")
    func lateDescription() {
        var ledger = LedgerState()
        let bought = StoreTransaction.sample("T1", at: 10)
        _ = ledger.take(bought)
        // Revoked at 20 and reinstated at 30, told in the other order.
        #expect(ledger.take(bought.described(at: 30)) == nil)
        #expect(ledger.take(bought.revoked(at: 20)) == nil)
        #expect(ledger.transactions["T1"]?.transaction.revocationTime == nil)
    }

    @Test("M3: an intent rejoins its transaction after a pending end, and after a reopening")
    func intents() {
        let intent = PaymentIntent.sample(1, context: ["from": "shop"])
        var payments = OpenPayments()
        for record in [LedgerRecord.intent(intent), .intentEnded(intent.token, .pending)] {
            payments.apply(record, of: nil)
        }
        #expect(payments[intent.token]?.state == .pending)
        let incoming = IncomingTransaction(
            .sample("T1", at: 90_000), phase: .complete, needsFinish: true,
            intent: payments[intent.token]?.intent)
        var ledger = LedgerState()
        for record in ledger.records(of: .transaction(incoming)) { payments.apply(record, of: nil) }
        #expect(ledger.transactions["T1"]?.intent?.request.context == ["from": "shop"])
        #expect(payments.size == 0)
    }

    @Test("F2: content and grant come before the finish; each step counts once")
    func steps() throws {
        var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true) { $0 == "coins" })
        _ = ledger.take(.sample("T1"))
        func now() throws -> LedgerTransaction { try #require(ledger.transactions["T1"]) }
        #expect(try now().progress.state == .awaitsContent)
        ledger.note(.step("T1", .contentInstalled))
        #expect(try now().progress.state == .awaitsGrant)
        ledger.note(.step("T1", .granted))
        let repeated = ledger.note(.step("T1", .granted))
        #expect(repeated == nil)
        #expect(try now().progress.state == .awaitsFinish)
        ledger.note(.step("T1", .finished))
        #expect(try now().progress.state == .done && ledger.outstanding.isEmpty)
        var batch = PreparedBatch(capacity: 1)
        let isKnown = ["T9", "T1"].map { ledger.prepare(.finished, of: $0, into: &batch) }
        #expect(isKnown == [false, true] && batch.records.isEmpty, "a step of an unknown transaction is not taken")
    }

    @Test("F3: a manual purchase waits for the app, also when it changes meanwhile; a refund ends the waiting")
    func manual() throws {
        let intent = PaymentIntent.sample(1, finishing: .manual)
        var ledger = LedgerState()
        let bought = StoreTransaction.sample("T1") { $0.expirationTime = at(100) }
        _ = ledger.take(bought, .payment, intent: intent)
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsApp)
        _ = ledger.take(
            .sample("T1") {
                $0.expirationTime = at(200)
                $0.signedTime = at(1)
            })
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsApp)
        var finished = ledger
        finished.note(.step("T1", .finishRequested))
        #expect(finished.transactions["T1"]?.progress.state == .awaitsFinish)
        _ = ledger.take(bought.revoked(at: 300))
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsFinish)
    }

    @Test("F6: what is set aside is not finished and is listed; released it goes on")
    func deadLetters() {
        var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))
        _ = ledger.take(.sample("T1"))
        ledger.note(.step("T1", .deadLetter(reason: "no room")))
        #expect(ledger.deadLetters == ["T1": "no room"] && ledger.transactions["T1"]?.progress.state == .deadLetter)
        ledger.note(.step("T1", .released))
        #expect(ledger.deadLetters.isEmpty && ledger.transactions["T1"]?.progress.state == .awaitsGrant)
    }

    @Test("Given again after a refund, a purchase is granted again")
    func reinstated() {
        var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))
        let bought = StoreTransaction.sample("T1")
        _ = ledger.take(bought)
        ledger.note(.step("T1", .granted))
        _ = ledger.take(bought.revoked(at: 1))
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsRevoke)
        ledger.note(.step("T1", .revoked))
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsFinish)
        _ = ledger.take(bought.described(at: 2))
        #expect(ledger.transactions["T1"]?.progress.state == .awaitsGrant)
    }

    @Test("L1: replaying the records gives the same state as preparing them did")
    func replay() {
        var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))
        var replayed = LedgerState(deliverySteps: DeliverySteps(grants: true))
        let intent = PaymentIntent.sample(1)
        let bought = StoreTransaction.sample("T1")
        let entries: [LedgerEntry] = [
            .transaction(.init(bought, phase: .payment, needsFinish: true, intent: intent)),
            .step("T1", .granted), .step("T1", .finished),
            .transaction(.init(bought.revoked(at: 5), phase: .complete, needsFinish: true)),
            .transaction(.init(.sample("T2"), phase: .restore, needsFinish: false)),
            .step("T2", .deadLetter(reason: "why not")),
        ]
        for entry in entries {
            if let record = ledger.note(entry) { replayed.apply(record) }
        }
        #expect(replayed.nextSequence == ledger.nextSequence)
        #expect(replayed.outstanding.map(\.update) == ledger.outstanding.map(\.update))
        #expect(replayed.transactions.all.map(\.progress) == ledger.transactions.all.map(\.progress))
        #expect(replayed.transactions.all.map(\.update) == ledger.transactions.all.map(\.update))
        #expect(replayed.trustedDate == ledger.trustedDate)
    }
}
