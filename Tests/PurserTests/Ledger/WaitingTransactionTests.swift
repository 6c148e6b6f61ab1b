import Testing

@testable import Purser

@Suite("Transactions that may be what a payment under way asked for")
struct WaitingTransactionTests {
    private typealias Answers = [ReportedTransaction]

    /// A payment of an earlier launch that a kill interrupted, and one that is under way; both fit the same transactions.
    private let interrupted = PaymentIntent.sample(1)
    private let underWay = PaymentIntent(
        token: PaymentToken(launch: 2, number: 1), request: PaymentRequest(productID: "coins", context: ["n": "new"]),
        requestTime: at(0))

    private func ledger() -> LedgerState {
        var state = LedgerState()
        state.note(.intent(interrupted))
        state.note(.intentEnded(interrupted.token, .interrupted))
        state.note(.intent(underWay))
        return state
    }

    /// Tells a transaction that names no payment, and how payments ended.
    private func tell(
        _ id: String?, answers token: PaymentToken? = nil, endings: [(token: PaymentToken, ending: IntentEnding)] = [],
        _ state: inout LedgerState
    ) -> PreparedBatch {
        var batch = PreparedBatch(capacity: 1)
        let told = id.map {
            IncomingTransaction(
                .sample($0, at: 6), phase: token == nil ? .complete : .payment, token: token, namesPayment: false,
                needsFinish: true)
        }
        state.prepare(reported: told.map { [$0] } ?? [], now: at(9), into: &batch)
        state.prepare(endings: endings, into: &batch)
        state.joinWaiting(now: at(9), into: &batch)
        return batch
    }

    @Test("M1, M3: news that overtakes an answer takes no other payment's context, however many come")
    func overtaken() {
        var state = ledger()
        _ = state.takeIntent(underWay.token)
        for number in 1...4 as ClosedRange<UInt64> {
            let payment = PaymentIntent(
                token: PaymentToken(launch: 2, number: number), request: underWay.request, requestTime: at(0))
            state.note(.intent(payment))
            #expect(tell("T\(number)", &state).updates.map(\.intent) == [nil])
            #expect(tell("T\(number)", answers: payment.token, &state).updates.map(\.intent) == [payment])
        }
        #expect(state.intents[interrupted.token]?.ending == .interrupted)
    }

    @Test("M3: once the payment under way has its own transaction, the other one joins the payment that ended")
    func joined() throws {
        var state = ledger()
        #expect(tell("T1", &state).updates.map(\.intent) == [nil])
        let batch = tell("T2", answers: underWay.token, &state)
        #expect(batch.updates.map(\.transaction.id) == ["T2", "T1"])
        #expect(batch.updates.map(\.intent) == [underWay, interrupted])
        #expect(batch.updates.last?.kind == .changed && state.intents.isEmpty)
        // What is still to be done with it is done in its latest state.
        #expect(try #require(batch.reported.last).stored.life.isUnfinished)
        // A relaunch finds the same.
        var replayed = ledger()
        replayed.apply(.update(.init(of: "T1", 1), duties: [.needsFinish]))
        for record in batch.records { replayed.apply(record) }
        #expect(replayed.transactions["T1"]?.intent == interrupted && replayed.intents.isEmpty)
    }

    @Test(
        "M5: when nobody knows how the payment under way ended, its transaction was the one that came",
        arguments: [
            (IntentEnding.interrupted, "new"), (.cancelled, nil), (.pending, nil),
        ] as [(IntentEnding, String?)])
    func ended(_ ending: IntentEnding, _ expected: String?) {
        var state = ledger()
        #expect(tell("T1", &state).updates.map(\.intent) == [nil])
        let batch = tell(nil, endings: [(underWay.token, ending)], &state)
        #expect(batch.updates.map { $0.context["n"] } == [expected])
        #expect(batch.updates.map(\.intent) == [expected == nil ? interrupted : underWay])
        #expect(tell(nil, &state).updates.isEmpty)
    }

    @Test(
        "F5: what Purser has finished is not the app's to finish when its payment is found, also should the store ask again"
    )
    func finishedAlready() throws {
        var state = LedgerState()
        let manual = PaymentIntent(
            token: underWay.token, request: PaymentRequest(productID: "coins", finishing: .manual), requestTime: at(0))
        state.note(.intent(manual))
        let first = try #require(tell("T1", &state).reported.first?.stored)
        #expect(first.life.next == .finish)
        state.note(.finished(first))
        let joined = tell(nil, endings: [(manual.token, .interrupted)], &state)
        #expect(joined.updates.map(\.intent) == [manual])
        let again = try #require(tell("T1", &state).reported.first?.stored)
        #expect(again.life.isManual && again.life.next == .finish)
        // A relaunch knows it, too.
        var replayed = LedgerState()
        replayed.apply(.update(.init(of: "T1", 1), duties: [.needsFinish]))
        replayed.apply(.step("T1", .finished))
        for record in joined.records { replayed.apply(record) }
        #expect(tell("T1", &replayed).reported.first?.stored.life.next == .finish)
    }

    @Test("M4: what joined a payment is given back when the name of its own comes")
    func named() {
        var state = ledger()
        #expect(tell("T1", &state).updates.map(\.intent) == [nil])
        #expect(tell(nil, endings: [(underWay.token, .cancelled)], &state).updates.map(\.intent) == [interrupted])
        var batch = PreparedBatch(capacity: 1)
        let named = IncomingTransaction(
            .sample("T1", at: 6), phase: .complete, token: underWay.token, needsFinish: true)
        state.prepare(reported: [named], now: at(9), into: &batch)
        #expect(batch.updates.map(\.intent) == [underWay])
        #expect(tell("T2", &state).updates.map(\.intent) == [interrupted])
    }

    @Test("M1, M2: what is read again after a failed write knows as before what came after what")
    func readAgain() {
        var state = ledger()
        #expect(tell("T1", &state).updates.map(\.intent) == [nil])
        // A snapshot does not say it.
        var again = LedgerState()
        state.write { again.apply($0) }
        again.keepOrder(of: state)
        #expect(tell("T1", answers: underWay.token, &again).updates.map(\.intent) == [underWay])
        #expect(again.intents[interrupted.token]?.ending == .interrupted)
    }

    @Test("M3: what was bought elsewhere does not join a payment that ends afterwards without a charge")
    func foreign() {
        for ending in [.cancelled, .failed, .pending] as [IntentEnding] {
            var state = LedgerState()
            state.note(.intent(underWay))
            #expect(tell("T1", &state).updates.map(\.intent) == [nil])
            #expect(tell(nil, endings: [(underWay.token, ending)], &state).updates.isEmpty)
            #expect(tell("T2", &state).updates.map(\.intent) == [underWay])
        }
    }
}

extension StoreUpdate {
    fileprivate init(of id: String, _ sequence: UInt64) {
        self.init(
            sequence: sequence, phase: .complete, kind: .purchased, transaction: .sample(id, at: 6), intent: nil,
            recordTime: at(9))
    }
}
