import Purser

enum PurchasingChecks {
    private typealias Check = BackendContract.Check

    static let purchasing = [
        Check("a payment ends in a transaction with its product and quantity") { session in
            let (_, reported) = try await session.buy(session.subject.consumableID, quantity: 3)
            let transaction = reported.transaction
            try session.expect(
                transaction.productID == session.subject.consumableID && transaction.purchasedQuantity == 3,
                "paid for 3 \(session.subject.consumableID), got \(transaction.purchasedQuantity) \(transaction.productID)"
            )
            try session.expect(
                reported.needsFinish != false, "a new transaction must be unfinished, but this one is not")
        },
        Check("each payment is answered once, with its own transaction") { session in
            let (first, one) = try await session.buy(session.subject.consumableID)
            session.forget()
            let (_, two) = try await session.buy(session.subject.consumableID)
            try session.expect(
                one.transaction.id != two.transaction.id, "one transaction answered two payments")
            try await session.pause()
            try session.expect(
                session.answers.filter { $0.transaction.id == two.transaction.id }.count == 1,
                "the second payment was answered twice")
            guard one.namesPayment else { return }
            let again = session.events.compactMap(\.transaction).contains { $0.origin == .payment(first.token) }
            try session.expect(!again, "the first payment was answered twice")
        },
        Check(
            "if the capabilities say that answers name their payments, every answer does, with or without a transaction"
        ) {
            session in
            guard session.backend.capabilities.answersNamePayments else { return }
            let (_, reported) = try await session.buy(session.subject.consumableID)
            try session.expect(reported.namesPayment, "an answer was reported as \(reported.origin)")
            session.forget()
            try await session.subject.cancelNextPurchase()
            let payment = session.payment(session.subject.consumableID)
            try await session.backend.submit([payment])
            let ending = try await session.ending(of: payment)
            try session.expect(ending.token == payment.token, "the end of a payment does not name it")
        },
        Check("the same token twice is one payment, if answers name payments") { session in
            let (payment, reported) = try await session.buy(session.subject.consumableID)
            guard reported.namesPayment else { return }
            try await session.backend.submit([payment])
            try await session.pause()
            let others = session.events.compactMap(\.transaction).filter {
                $0.transaction.id != reported.transaction.id
            }
            try session.expect(others.isEmpty, "a token that was submitted twice was charged twice")
        },
        Check("several payments in one call are all answered") { session in
            let limit = min(3, session.backend.capabilities.concurrentPayments)
            let ids = [session.subject.consumableID, session.subject.otherConsumableID, session.subject.consumableID]
            let payments = ids.prefix(limit).map { session.payment($0) }
            try await session.backend.submit(payments)
            let found: [BackendTransaction] = try await session.wait(for: "\(limit) answers") { events in
                let reported = events.compactMap(\.transaction)
                return reported.count >= limit ? reported : nil
            }
            try session.expect(
                Set(found.map(\.transaction.id)).count == limit, "\(limit) payments shared a transaction")
        },
        Check("a cancelled payment ends without a transaction") { session in
            try await session.subject.cancelNextPurchase()
            let payment = session.payment(session.subject.consumableID)
            try await session.backend.submit([payment])
            let ending = try await session.ending(of: payment)
            switch ending.result {
            case .cancelled: break
            case .failed(let error) where error.code == .paymentCancelled: break
            default: throw session.violation("a cancelled payment ended as \(ending.result)")
            }
            try await session.expectOneEnding(of: payment)
        },
        Check("a deferred payment is reported as pending, and after approval its transaction as other") {
            session in
            try await session.subject.deferNextPurchase()
            let payment = session.payment(session.subject.consumableID)
            try await session.backend.submit([payment])
            guard case .pending = try await session.ending(of: payment).result else {
                throw session.violation("a deferred payment was not reported as pending")
            }
            try await session.backend.redeliver()
            try await session.expectOneEnding(of: payment)
            try session.expect(
                !session.events.contains { $0.transaction != nil }, "a deferred payment has a transaction already")
            try await session.subject.approvePending()
            let reported = try await session.wait(for: "the approved transaction") {
                $0.compactMap(\.transaction).first
            }
            guard case .other(let token) = reported.origin else {
                throw session.violation("an approved transaction was reported as \(reported.origin), not as other")
            }
            try session.expect(
                token == nil || token == payment.token, "the approved transaction names another payment")
        },
    ]
}

extension ContractSession {
    /// Waits for the end of a payment that has no transaction.
    func ending(of payment: BackendPayment) async throws -> PaymentEnding {
        try await wait(for: "the end of the payment") { events in
            for case .paymentEnded(let ending) in events where ending.productID == payment.productID {
                if ending.token ?? payment.token == payment.token { return ending }
            }
            return nil
        }
    }
}

extension ContractSession {
    /// The transactions that answer payments, in the order in which they were reported.
    fileprivate var answers: [BackendTransaction] {
        events.compactMap(\.transaction).filter { if case .payment = $0.origin { true } else { false } }
    }

    /// Waits a moment, and throws when a payment's end was reported more than once.
    fileprivate func expectOneEnding(of payment: BackendPayment) async throws {
        try await pause()
        let count = events.count { event in
            guard case .paymentEnded(let ending) = event, ending.productID == payment.productID else { return false }
            return ending.token ?? payment.token == payment.token
        }
        try expect(count == 1, "the end of one payment was reported \(count) times")
    }
}

extension BackendTransaction {
    /// Whether it names the payment that it answers.
    fileprivate var namesPayment: Bool {
        if case .payment(_?) = origin { true } else { false }
    }
}
