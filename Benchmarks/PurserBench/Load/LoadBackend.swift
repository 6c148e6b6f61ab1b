import Purser
import PurserTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The leanest backend there can be: it sells consumables, and answers when and in what order a scenario wants.
///
/// It costs little beside the store, so that the store's own cost is what is measured; and it counts.
final class LoadBackend: StoreBackend {
    /// When payments are answered.
    enum Answering: Sendable {
        /// In the call that hands them in.
        case atOnce
        /// When ``answer(_:inBatchesOf:)`` is called, in this order.
        case onDemand(AnswerOrder)
    }

    /// What is wrong with it, on purpose: the harness has to notice.
    enum Flaw: Sendable {
        /// Now and then one payment brings two transactions.
        case tellsTwo
    }

    struct Counts: Sendable {
        var submits = 0
        var finishes = 0
        var restores = 0
        var productRequests = 0
        /// Payments that were charged.
        var charges = 0
    }

    struct State: Sendable {
        var counts = Counts()
        var held: WaitingLine<BackendPayment>
        var chance = SeededGenerator(seed: 2)
        var owned: [StoreTransaction] = []
        var unfinished: [StoreTransaction] = []
    }

    let capabilities = BackendCapabilities(
        concurrentPayments: 10_000_000, productRequestLimit: 100, answersNamePayments: true)
    let inbox = BackendInbox()
    let answering: Answering
    let faultRate: Double
    let flaw: Flaw?
    let state: Lock<State>
    /// Payments taken in, and transactions finished.
    let taken = Gate()
    let finished = Gate()

    init(answering: Answering = .atOnce, faultRate: Double = 0, flaw: Flaw? = nil) {
        self.answering = answering
        self.faultRate = faultRate
        self.flaw = flaw
        if case .onDemand(let order) = answering {
            state = Lock(State(held: WaitingLine(order: order)))
        } else {
            state = Lock(State(held: WaitingLine(order: .fifo)))
        }
    }

    var counts: Counts { state.withLock { $0.counts } }
    var canMakePayments: Bool { true }

    func submit(_ payments: [BackendPayment]) async throws {
        try meetFault { $0.submits += 1 }
        if case .onDemand = answering {
            state.withLock { state in for payment in payments { state.held.append(payment) } }
        } else {
            inbox.put(charge(payments))
        }
        taken.count(payments.count)
    }

    /// Answers waiting payments, all in one batch or each in a batch of its own size.
    func answer(_ count: Int, inBatchesOf size: Int) {
        var payments = state.withLock { $0.held.take(count) }[...]
        while !payments.isEmpty {
            inbox.put(charge(Array(payments.prefix(size))))
            payments = payments.dropFirst(size)
        }
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        do { try meetFault { $0.finishes += 1 } } catch {
            return Dictionary(requests.map { ($0.transactionID, Self.fault) }, uniquingKeysWith: { $1 })
        }
        finished.count(requests.count)
        return [:]
    }

    private func charge(_ payments: [BackendPayment]) -> [BackendEvent] {
        let first = state.withLock { state in
            state.counts.charges += payments.count
            return state.counts.charges - payments.count
        }
        var reported: [BackendEvent] = []
        reported.reserveCapacity(payments.count)
        for (offset, payment) in payments.enumerated() {
            let transaction = Self.transaction(first + offset + 1, payment.productID, payment.intent.requestTime)
            reported.append(.transaction(BackendTransaction(transaction, origin: .payment(payment.token))))
        }
        if flaw == .tellsTwo, let payment = payments.first {
            let surplus = Self.transaction(-1 - first, payment.productID, payment.intent.requestTime)
            reported.append(.transaction(BackendTransaction(surplus, origin: .other(nil))))
        }
        return reported
    }

    static let fault = BackendFailure(.systemError, "a fault of the load harness", retry: .retryable())

    func meetFault(_ count: (inout Counts) -> Void) throws {
        let fails = state.withLock { state in
            count(&state.counts)
            guard faultRate > 0 else { return false }
            return Double(state.chance.next() >> 11) * 0x1p-53 < faultRate
        }
        if fails { throw Self.fault }
    }

    static func transaction(_ number: Int, _ productID: String, _ date: Timestamp) -> StoreTransaction {
        StoreTransaction(
            .init(id: String(number), productID: productID, productType: .consumable, purchaseTime: date))
    }
}
