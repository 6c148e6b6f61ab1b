import Purser

/// The least that a purchase can be: the floor's parking, with what a purchase hands over.
///
/// A caller that can be cancelled parks with a payment of its own; one task takes the payments that are there, makes the
/// transaction and the update of each, keeps the latest 10,000 updates and resumes the callers with theirs. No ledger,
/// nothing looked up, no order, no restores, no entitlements, no finishing, nobody else told, no actors: whatever a
/// store promises comes on top.
///
/// It parks as the floor does, apart from it: what is shared with the store, such as its mailbox, is generic in another
/// module and not specialised here, and the floor must not change with this.
final class BarePurchases: Sendable {
    private typealias Caller = UnsafeContinuation<StoreUpdate, Never>

    private struct State: Sendable {
        var payments: [(intent: PaymentIntent, caller: Caller)] = []
        var taken: UInt64 = 0
        var consumer: UnsafeContinuation<Void, Never>?
        var isClosed = false
    }

    private let state = Lock(State())
    private let clock = SystemClock()

    /// Buys a product; a cancellation is heard, and changes nothing.
    func purchase(_ productID: String) async -> StoreUpdate {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                let consumer = take(PaymentRequest(productID: productID), caller)
                consumer?.resume()
            }
        } onCancel: {
            state.withLock { _ in }
        }
    }

    private func take(_ request: PaymentRequest, _ caller: Caller) -> UnsafeContinuation<Void, Never>? {
        let now = clock.timestamp()
        return state.withLock { state in
            state.taken += 1
            let token = PaymentToken(launch: 1, number: state.taken)
            state.payments.append((PaymentIntent(token: token, request: request, requestTime: now), caller))
            return state.consumer.take()
        }
    }

    /// Serves callers until `close()`.
    private func serve() async {
        var book = Book()
        while let payments = await next() {
            let updates = payments.map { book.update(for: $0.intent) }
            // In a row, which wakes fewest threads.
            for index in payments.indices { payments[index].caller.resume(returning: updates[index]) }
        }
    }

    private func next() async -> [(intent: PaymentIntent, caller: Caller)]? {
        while true {
            let (payments, isClosed) = state.withLock { state in
                var payments: [(intent: PaymentIntent, caller: Caller)] = []
                swap(&payments, &state.payments)
                return (payments, state.isClosed)
            }
            if !payments.isEmpty { return payments }
            if isClosed { return nil }
            await withUnsafeContinuation { consumer in
                let isReady = state.withLock { state -> Bool in
                    guard state.payments.isEmpty, !state.isClosed else { return true }
                    state.consumer = consumer
                    return false
                }
                if isReady { consumer.resume() }
            }
        }
    }

    private func close() {
        let consumer = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            state.isClosed = true
            return state.consumer.take()
        }
        consumer?.resume()
    }

    /// The latest updates.
    private struct Book {
        private static var kept: Int { 10_000 }
        private var sequence: UInt64 = 0
        private var updates: [StoreUpdate] = []

        mutating func update(for intent: PaymentIntent) -> StoreUpdate {
            sequence += 1
            let transaction = LoadBackend.transaction(Int(sequence), intent.productID, intent.requestTime)
            let update = StoreUpdate(
                sequence: sequence, phase: .payment, kind: .purchased, transaction: transaction, intent: intent,
                recordTime: intent.requestTime)
            if updates.count < Self.kept {
                updates.append(update)
            } else {
                updates[Int(sequence) % Self.kept] = update
            }
            return update
        }
    }

    /// Lets callers buy where nothing is promised.
    ///
    /// - Throws: ``WrongRun`` when a caller got something else.
    static func run(_ callers: Callers) async throws -> CallTimes {
        let store = BarePurchases()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await store.serve() }
            let times = try await callers.run {
                let update = await store.purchase(Shop.product)
                guard update.transaction.productID == Shop.product else { throw WrongRun("a bare purchase went wrong") }
            }
            store.close()
            try await group.waitForAll()
            return times
        }
    }
}
