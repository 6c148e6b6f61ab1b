import Purser

/// The least that a purchase can be: what is left when nothing is promised.
///
/// A caller that can be cancelled parks with a payment of its own; one task takes the payments that are there, makes the
/// transactions, finds the payments by their tokens, makes the updates, keeps the latest 10,000 and resumes the callers.
/// No ledger, no order, no restores, no look for what is known, no entitlements, no finishing, nobody told, no actors.
final class BarePurchases: Sendable {
    private typealias Caller = UnsafeContinuation<StoreUpdate, Never>

    private struct Payment: Sendable {
        var intent: PaymentIntent
        var caller: Caller
    }

    private let arrived = Mailbox<Payment>()
    private let tickets: Lock<UInt64> = Lock(0)
    private let clock = SystemClock()
    private static var kept: Int { 10_000 }

    /// Buys a product; a cancellation is heard, and changes nothing.
    func purchase(_ productID: String) async -> StoreUpdate {
        await park(intent(for: productID))
    }

    // Not inlined, as in the store: the caller keeps no room for what it needs before it waits.
    @inline(never)
    private func intent(for productID: String) -> PaymentIntent {
        let number = tickets.withLock { ticket -> UInt64 in
            ticket += 1
            return ticket
        }
        return PaymentIntent(
            token: PaymentToken(launch: 1, number: number), request: PaymentRequest(productID: productID),
            requestedAt: clock.wallTime())
    }

    private func park(_ intent: PaymentIntent) async -> StoreUpdate {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in _ = arrived.post(Payment(intent: intent, caller: caller)) }
        } onCancel: {
            tickets.withLock { _ in }
        }
    }

    /// Serves callers until `close()`.
    private func serve() async {
        var book = Book()
        while let payments = await arrived.next() {
            for payment in payments { book.waiting.put(payment, for: payment.intent.token) }
            let answers = Self.charge(payments, after: book.sequence).compactMap { book.answer($0, $1) }
            // In a row, which wakes fewest threads.
            for (caller, update) in answers { caller.resume(returning: update) }
        }
    }

    private static func charge(
        _ payments: [Payment], after last: UInt64
    ) -> [(token: PaymentToken, transaction: StoreTransaction)] {
        payments.enumerated().map { offset, payment in
            let intent = payment.intent
            return (
                intent.token,
                LoadBackend.transaction(Int(last) + offset + 1, intent.productID, intent.requestedAt)
            )
        }
    }

    /// The payments that wait, and the latest updates.
    private struct Book {
        var waiting = QuickTable<PaymentToken, Payment>()
        var sequence: UInt64 = 0
        private var updates: [StoreUpdate] = []

        mutating func answer(_ token: PaymentToken, _ transaction: StoreTransaction) -> (Caller, StoreUpdate)? {
            guard let payment = waiting.removeValue(forKey: token) else { return nil }
            sequence += 1
            let update = StoreUpdate(
                sequence: sequence, phase: .payment, kind: .purchased, transaction: transaction,
                intent: payment.intent, recordedAt: payment.intent.requestedAt)
            if updates.count < BarePurchases.kept {
                updates.append(update)
            } else {
                updates[Int(sequence) % BarePurchases.kept] = update
            }
            return (payment.caller, update)
        }
    }

    /// Lets callers buy where nothing is promised.
    ///
    /// - Throws: ``WrongRun`` when a caller got what another one bought.
    static func run(_ callers: Callers) async throws -> CallTimes {
        let store = BarePurchases()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await store.serve() }
            let times = try await callers.run {
                let update = await store.purchase(Shop.product)
                guard update.transaction.productID == Shop.product else { throw WrongRun("a bare purchase went wrong") }
            }
            store.arrived.close()
            try await group.waitForAll()
            return times
        }
    }
}
