import Foundation
import PurserTesting

@testable import Purser

/// A shop that names no payments and answers when it likes: late, in any order, more than once, by a clock of its own.
///
/// Its sales are the book: each says which call was meant, which the store under test never learns.
actor MoodyShop: StoreBackend {
    /// What was sold, and to whom it was meant.
    struct Sale: Sendable {
        var transaction: StoreTransaction
        /// The call of `purchase` that paid for it.
        let call: String
        var isFinished = false
    }

    nonisolated let capabilities: BackendCapabilities
    nonisolated let inbox = BackendInbox()
    nonisolated let canMakePayments = true
    private let context: SimulationContext
    private var chance: SeededGenerator
    private var pending: [BackendPayment] = []
    private var isActive = false
    private var activations = 0
    private(set) var sales: [Sale] = []
    /// Calls that the customer cancelled or that failed.
    private(set) var rejected: Set<String> = []

    init(_ context: SimulationContext, concurrentPayments: Int, answersNamePayments: Bool) {
        self.context = context
        chance = context.generator(for: "shop")
        capabilities = BackendCapabilities(
            concurrentPayments: concurrentPayments, answersNamePayments: answersNamePayments)
    }

    func activate() async throws {
        (isActive, activations) = (true, activations + 1)
        try await redeliver()
    }

    func redeliver() async throws {
        report(
            sales.filter { !$0.isFinished }.map {
                .transaction(BackendTransaction($0.transaction, origin: .other(nil)))
            })
    }

    func deactivate() async { isActive = false }

    func submit(_ payments: [BackendPayment]) async throws {
        for payment in payments {
            let delay = chance.duration(upTo: 20_000)
            let mood = chance.index(below: 10)
            context.start { [activations] in
                try await self.answer(payment, mood, after: delay, of: activations)
            }
        }
    }

    private func answer(_ payment: BackendPayment, _ mood: Int, after delay: Duration, of activation: Int) async throws
    {
        try await context.sleep(for: delay)
        // A program that died meanwhile is told as of something that nobody waits for.
        let isLeftover = activation != activations
        switch mood {
        case 0:
            rejected.insert(payment.call)
            report([.paymentEnded(ending(of: payment, .cancelled, isLeftover))])
        case 1:
            pending.append(payment)
            report([.paymentEnded(ending(of: payment, .pending, isLeftover))])
        default:
            let transaction = sell(payment)
            // News of the transaction may overtake the answer: told here, or by whoever asks for left-overs.
            if mood == 3 || mood == 4 { report([.transaction(BackendTransaction(transaction, origin: .other(nil)))]) }
            if mood == 2 || mood == 3 { try await context.sleep(for: chance.duration(upTo: 40_000)) }
            let isLate = activation != activations
            let sold = BackendEvent.transaction(
                BackendTransaction(transaction, origin: isLate ? .other(nil) : .payment(nil)))
            report([sold])
            guard mood > 5 else { return }
            try await context.sleep(for: chance.duration(upTo: 60_000))
            report([sold])
        }
    }

    private func ending(of payment: BackendPayment, _ result: PaymentEnding.Result, _ isLeftover: Bool) -> PaymentEnding
    {
        PaymentEnding(
            token: nil, productID: payment.productID, result: result, isLeftover: isLeftover,
            quantity: payment.quantity,
            appAccountToken: payment.appAccountToken)
    }

    private func sell(_ payment: BackendPayment) -> StoreTransaction {
        // The store's clock says anything, and nothing may follow from it.
        let date = Date(timeIntervalSince1970: Double(chance.index(below: 2_000_000_000)))
        var fields = StoreTransaction.Fields(
            id: "\(sales.count + 1)", productID: payment.productID, productType: .consumable,
            purchasedQuantity: payment.quantity, purchaseDate: date)
        fields.appAccountToken = payment.appAccountToken
        let transaction = StoreTransaction(fields)
        sales.append(Sale(transaction: transaction, call: payment.call))
        return transaction
    }

    /// Somebody agrees to everything that waits, in the order in which it was asked for.
    func approveAll() {
        let approved = pending
        pending = []
        for payment in approved { report([.transaction(BackendTransaction(sell(payment), origin: .other(nil)))]) }
    }

    private func report(_ events: [BackendEvent]) { if isActive { inbox.put(events) } }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        for id in requests.map(\.transactionID) { if let number = Int(id) { sales[number - 1].isFinished = true } }
        return [:]
    }

    func products(for ids: [String]) async throws -> BackendProducts { BackendProducts(products: [], invalidIDs: ids) }
    func restore(_ id: RestoreID, for account: UUID?) async throws { report([.restoreEnded(id, nil)]) }
    func localReceipt() async -> StoreReceipt? { nil }
    func refreshReceipt() async throws -> StoreReceipt { throw BackendFailure(.receiptUnavailable, "none") }
    func storefront() async -> StoreStorefront? { nil }
}

extension BackendPayment {
    /// The call that asked for it.
    var call: String { intent.request.context["call"] ?? "" }
}
