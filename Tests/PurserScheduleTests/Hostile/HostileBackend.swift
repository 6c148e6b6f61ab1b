import Foundation
import Purser
import PurserTesting

/// A backend that does by seed whatever a backend must not do, and charges the customer correctly all the same.
///
/// It answers twice, never, late, for another product and after its deactivation, floods the store, reports absurd values,
/// throws errors of any type, and does not return. Once it is honest it reports every charge that was not finished.
final class HostileBackend: StoreBackend {
    let capabilities: BackendCapabilities
    let inbox = BackendInbox()
    let bank: HostileBank
    /// Holds the calls that do not return.
    let gate: Gate
    private let context: SimulationContext
    private let generator: Lock<SeededGenerator>
    private let isHonest: Bool
    private let namesPayments: Bool
    private let swapsAnswers: Bool
    private let mayFinish: @Sendable (String) -> Bool

    init(
        _ context: SimulationContext, launch: String, bank: HostileBank, gate: Gate, namesPayments: Bool,
        isHonest: Bool, swapsAnswers: Bool = false, mayFinish: @escaping @Sendable (String) -> Bool
    ) {
        self.context = context
        self.bank = bank
        self.gate = gate
        self.namesPayments = namesPayments
        self.isHonest = isHonest
        self.swapsAnswers = swapsAnswers
        self.mayFinish = mayFinish
        var generator = context.generator(for: "backend \(launch)")
        capabilities = BackendCapabilities(
            concurrentPayments: generator.pick([1, 2, 8]), answersNamePayments: namesPayments)
        self.generator = Lock(generator)
    }

    var canMakePayments: Bool { true }

    func activate() async throws {
        try await misbehave()
        inbox.put(leftovers)
    }

    func deactivate() async { if !isHonest, happens(0.1) { await gate.pass() } }

    func run() async {
        if !isHonest, happens(0.2) { await gate.pass() }
    }

    func products(for ids: [String]) async throws -> BackendProducts {
        try await misbehave()
        return BackendProducts(products: [], invalidIDs: ids)
    }

    func submit(_ payments: [BackendPayment]) async throws {
        for payment in payments { try await take(payment) }
    }

    func restore(_ id: RestoreID, for account: UUID?) async throws {
        try await misbehave()
        guard isHonest || happens(0.7) else { return }
        inbox.put([.restoreEnded(id, nil)])
        if !isHonest, happens(0.2) { inbox.put([.restoreEnded(id, nil)]) }
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        if !isHonest, happens(0.05) { await gate.pass() }
        var errors: [String: BackendFailure] = [:]
        for id in requests.map(\.transactionID) {
            if !mayFinish(id) { bank.violated("F1: \(id) is finished, and not on record") }
            if !isHonest, happens(0.2) {
                errors[id] = BackendFailure(.networkError, "no, by plan", retry: .retryable())
            } else if !bank.finish(id) {
                bank.violated("F1: \(id) is finished, and does not exist")
            }
        }
        return errors
    }

    func redeliver() async throws {
        try await misbehave()
        inbox.put(leftovers)
    }

    func localReceipt() async -> StoreReceipt? { nil }
    func refreshReceipt() async throws -> StoreReceipt { throw BackendFailure(.networkError, "there is none") }
    func storefront() async -> StoreStorefront? { nil }
}

extension HostileBackend {
    private func happens(_ chance: Double) -> Bool { generator.withLock { $0.happens(chance) } }
    private func draw(below limit: Int) -> Int { generator.withLock { $0.index(below: limit) } }

    private var leftovers: [BackendEvent] {
        bank.unfinished.map { reported($0, .other(namesPayments ? $0.token : nil)) }
    }

    private func reported(_ charge: HostileBank.Charge, _ origin: BackendTransaction.Origin) -> BackendEvent {
        .transaction(BackendTransaction(charge.transaction, origin: origin))
    }

    private func answer(_ charge: HostileBank.Charge) -> BackendEvent {
        let other = swapsAnswers ? bank.unfinished.first { $0.token != charge.token } : nil
        return reported(charge, .payment(namesPayments ? other?.token ?? charge.token : nil))
    }

    /// Throws something, does not return, or does neither.
    private func misbehave() async throws {
        guard !isHonest else { return }
        switch draw(below: 20) {
        case 0: throw CancellationError()
        case 1: throw URLError(.cancelled)
        case 2: throw OddError()
        case 3: throw BackendFailure(.networkError, "away, by plan", retry: .retryable(after: .seconds(7)))
        case 4: await gate.pass()
        default: break
        }
    }

    private func take(_ payment: BackendPayment) async throws {
        guard !isHonest else { return pay(payment) { [answer($0)] } }
        switch draw(below: 24) {
        case 0: try await misbehave()
        case 1:
            pay(payment) { _ in [] }
            throw OddError()
        case 2:
            pay(payment) { _ in [] }
            await gate.pass()
        case 3: pay(payment) { [answer($0), answer($0)] }
        case 4: pay(payment) { _ in [] }
        case 5, 6: payLater(payment)
        case 7: pay(payment, for: "gems", isMisattributed: true) { [answer($0)] }
        case 8: pay(payment) { charge in Array(repeating: answer(charge), count: 300) }
        case 9:
            pay(payment) { [answer($0)] }
            inbox.put(absurdities)
        case 10:
            pay(payment, isMisattributed: true) { [end(payment, .cancelled), answer($0), end(payment, .pending)] }
        case 11: inbox.put([end(payment, .pending), end(payment, .cancelled), end(payment, .pending)])
        case 12: inbox.put([end(payment, .failed(BackendFailure(.unknown, "who knows"))), end(payment, .cancelled)])
        case 13:
            let stranger = PaymentEnding(token: nil, productID: "unknown", result: .cancelled)
            inbox.put([.paymentEnded(stranger)])
            pay(payment) { [answer($0)] }
        default: pay(payment) { [answer($0)] }
        }
    }

    private func pay(
        _ payment: BackendPayment, for productID: String? = nil, isMisattributed: Bool = false,
        _ events: (HostileBank.Charge) -> [BackendEvent]
    ) {
        let date = context.clock.currentDate()
        guard let charge = bank.charge(payment, for: productID, at: date, isMisattributed: isMisattributed) else {
            return
        }
        inbox.put(events(charge))
    }

    /// Charges now and answers at some time, also when nobody listens any more.
    private func payLater(_ payment: BackendPayment) {
        guard let charge = bank.charge(payment, at: context.clock.currentDate()) else { return }
        let delay = generator.withLock { $0.duration(upTo: 2_000_000) }
        context.start { [self] in
            try await context.sleep(for: delay)
            inbox.put([answer(charge)])
        }
    }

    private func end(_ payment: BackendPayment, _ result: PaymentEnding.Result) -> BackendEvent {
        .paymentEnded(
            PaymentEnding(token: namesPayments ? payment.token : nil, productID: payment.productID, result: result))
    }

    /// Made once: it has megabytes.
    private static let longForm = String(repeating: "a", count: IntakeLimits.signedFormBytes + 1)

    /// Transactions that nobody paid for and that no store can have made.
    private var absurdities: [BackendEvent] {
        let changes: [@Sendable (inout StoreTransaction.Fields) -> Void] = [
            { $0.purchasedQuantity = .max }, { $0.purchasedQuantity = -5 }, { $0.purchasedQuantity = 0 },
            { $0.id = "" }, { $0.id = String(repeating: "x", count: 10_000) }, { $0.productID = "" },
            { $0.purchaseDate = Date(timeIntervalSince1970: .infinity) },
            { $0.expirationDate = Date(timeIntervalSince1970: -1e300) },
            { $0.jwsRepresentation = Self.longForm },
        ]
        return changes.map { change in
            var fields = StoreTransaction.Fields(
                id: "absurd-\(draw(below: 1_000_000))", productID: "coins", productType: .consumable,
                purchaseDate: context.clock.currentDate())
            change(&fields)
            return .transaction(BackendTransaction(StoreTransaction(fields), origin: .other(nil)))
        }
    }
}

/// An error of no kind that anybody knows.
struct OddError: Error {}
