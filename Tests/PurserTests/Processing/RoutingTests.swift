import Testing

@testable import Purser

@Suite("Routing: phases, matching, and what is recorded")
struct RoutingTests {
    @Test("O2: payments, then restores, then completes; inside each the backend's order")
    func phases() {
        let restore = RestoreID(rawValue: 7)
        var desk = IntakeDesk(names: true)
        desk.submit(.sample(1), .sample(2))
        desk.session.activeRestore = restore
        let batch = desk.report([
            [
                StoreTransaction.sample("C1", "seeds").reported(.other(nil)),
                StoreTransaction.sample("R1").reported(.restore(restore)),
                StoreTransaction.sample("P2").reported(.payment(PaymentToken(launch: 1, number: 2))),
                StoreTransaction.sample("C2").reported(.restore(RestoreID(rawValue: 6))),
                StoreTransaction.sample("R2").reported(.restore(restore)),
                StoreTransaction.sample("P1").reported(.payment(PaymentToken(launch: 1, number: 1))),
                StoreTransaction.sample("C3").reported(.payment(PaymentToken(launch: 9, number: 1))),
                .restoreEnded(restore, nil),
                .paymentEnded(PaymentEnding(token: nil, productID: "gems", result: .pending)),
            ]
        ])
        #expect(batch.transactions.map(\.transaction.id) == ["P2", "P1", "R1", "R2", "C1", "C2", "C3"])
        #expect(
            batch.transactions.map(\.phase) == [
                .payment, .payment, .restore, .restore, .complete, .complete, .complete,
            ])
        #expect(batch.restoreEndings.map(\.id) == [restore])
        #expect(batch.endings.count == 1)
    }

    private func conclude(
        _ events: [BackendEvent], _ intents: [PaymentIntent] = [], _ ledger: inout LedgerState
    ) -> StepsDue {
        var intake = IntakeState(answersNamePayments: true)
        for intent in intents { intake.book.submitted(PaymentRow(intent, of: nil), arrival: 0, at: .zero) }
        return intake.prepare([events], in: IntakeSession(user: nil, time: at(0)), &ledger).stepsDue(hash: ledger.hash)
    }

    @Test("F2: an atomic purchase is answered and finished once it is recorded; with a grant it is delivered first")
    func atomic() throws {
        let intent = PaymentIntent.sample(1)
        let reported = StoreTransaction.sample("T1").reported(.payment(intent.token))
        var plain = LedgerState()
        let direct = conclude([reported], [intent], &plain)
        #expect(
            direct.answers.payments.count == 1 && direct.finishes.requests.map(\.transactionID) == ["T1"]
                && direct.deliveries.isEmpty)
        var granting = LedgerState(deliverySteps: DeliverySteps(grants: true))
        let later = conclude([reported], [intent], &granting)
        #expect(later.answers.payments.isEmpty && later.finishes.isEmpty)
        #expect(later.deliveries.map(\.id) == ["T1"] && later.deliveries.first?.answers == intent.token)
    }

    @Test("F3: a manual purchase is answered, and not finished")
    func manual() throws {
        let intent = PaymentIntent.sample(1, finishing: .manual)
        var ledger = LedgerState(deliverySteps: DeliverySteps(grants: true))
        let conclusion = conclude([StoreTransaction.sample("T1").reported(.payment(intent.token))], [intent], &ledger)
        guard case .purchased(let update, needsFinish: true) = try #require(conclusion.answers.payments.first).answer
        else {
            Issue.record("a manual purchase was not answered, or needs no finish")
            return
        }
        #expect(update.transaction.id == "T1" && conclusion.finishes.isEmpty)
    }

    @Test("F5: what has changed while its finish was under way is finished once more, though no backend waits")
    func changedMeanwhile() throws {
        var ledger = LedgerState()
        let bought = StoreTransaction.sample("T1").with { $0.currencyCode = "USD" }
        let first = conclude([bought.reported(.other(nil))], [], &ledger)
        #expect(first.finishes.requests.map(\.transactionID) == ["T1"])
        let sent = try #require(ledger.transactions["T1"])
        // The App Store has accepted the finish, and reports a change before its answer is recorded.
        let news = bought.with { $0.currencyCode = "EUR" }.described(at: 5)
        let report = BackendEvent.transaction(BackendTransaction(news, origin: .other(nil), needsFinish: false))
        let changed = conclude([report], [], &ledger)
        ledger.note(.finished(sent))
        #expect(ledger.transactions["T1"]?.progress.isUnfinished == true)
        #expect(changed.finishes.requests.map(\.transactionID) == ["T1"])
        let again = conclude([report], [], &ledger)
        #expect(again.finishes.isEmpty, "nothing has changed")
    }

    @Test("F1: what is not genuine is neither recorded nor finished, and its payer is told")
    func forged() {
        let intent = PaymentIntent.sample(1)
        var ledger = LedgerState()
        let conclusion = conclude(
            [
                StoreTransaction.sample("T1").reported(.payment(intent.token), verification: .invalid("bad")),
                StoreTransaction.sample("T2").reported(.other(nil)),
            ], [intent], &ledger)
        #expect(
            ledger.transactions.all.map(\.transaction.id) == ["T2"]
                && conclusion.finishes.requests.map(\.transactionID) == ["T2"])
        #expect(throws: PurchaseFailure.self) { try conclusion.answers.payments.first?.answer.update() }
    }

    @Test("F4: failed transactions are finished; pending ones are answered as pending and never finished")
    func endings() throws {
        let intents = [PaymentIntent.sample(1), .sample(2)]
        var ledger = LedgerState()
        let events: [BackendEvent] = [
            .paymentEnded(
                PaymentEnding(
                    token: intents[0].token, productID: "coins",
                    result: .failed(BackendFailure(.paymentInvalid, "no")), failedTransactionID: "F1")),
            .paymentEnded(PaymentEnding(token: intents[1].token, productID: "coins", result: .pending)),
        ]
        let conclusion = conclude(events, intents, &ledger)
        #expect(conclusion.finishes.requests.map(\.transactionID) == ["F1"])
        #expect(throws: PurchaseFailure.self) { try conclusion.answers.payments[0].answer.update() }
        guard case .unpaid(.pending) = conclusion.answers.payments[1].answer else {
            Issue.record("a deferred payment was not told as pending")
            return
        }
        var desk = IntakeDesk(names: true)
        desk.submit(intents[0], intents[1])
        desk.report([events])
        #expect(desk.recorded.ordered.map(\.state) == [.failed, .pending])
    }

    @Test("A verdict counts for its own transaction, not for another of the same identifier")
    func verdicts() {
        let batches = [
            [StoreTransaction.sample("T1").reported(.other(nil))],
            [StoreTransaction.sample("T1").reported(.other(nil))],
        ]
        let verified = Verdicts([.invalid("bad")], of: 2).put(on: batches, keepsUndetermined: true)
        #expect(verified[0][0].transaction?.verification == .invalid("bad"))
        // One without a verdict is not judged.
        #expect(verified[1][0].transaction?.verification == .undetermined("the verifier returned no verdict"))
        let second = Verdicts([.invalid("bad"), .verified], of: 2).put(on: batches, keepsUndetermined: false)
        #expect(second[1][0].transaction?.verification == .verified)
        let undecided = Verdicts([.undetermined("later"), .verified], of: 2).put(on: batches, keepsUndetermined: false)
        #expect(undecided.map(\.count) == [0, 1])
    }

    @Test("The end of a restore waits for its transactions that could not be judged yet")
    func held() {
        let id = RestoreID(rawValue: 3)
        let reported = BackendTransaction(.sample("T1"), origin: .restore(id))
        var held = HeldRestores()
        held.heldBack([reported, BackendTransaction(.sample("T2"), origin: .other(nil))])
        #expect(held.holds(id) && !held.holds(RestoreID(rawValue: 4)))
        #expect(held.holdBackEnds(in: [[.restoreEnded(id, nil)]]).map(\.count) == [0])
        held.processed([reported])
        #expect(!held.holds(id))
        #expect(held.holdBackEnds(in: [[]]).map(\.count) == [0, 1], "the end comes once, when nothing is before it")
        held.processed([BackendTransaction(.sample("T2"), origin: .other(nil))])
        #expect(held.isEmpty)
    }
}
