import Foundation
import Purser
import PurserTesting

/// A store whose customers move: each product carries the number of the storefront in which it was described, and
/// answers take their time or fail, by a seed.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class StorefrontBackend: StoreBackend {
    struct Plan: Sendable {
        var failuresInTen = 0
        var longestDelay = 50
        /// For so long it answers with all products that it is asked for, with some, or with none.
        var unreadyFor = Duration.zero
    }

    /// One request that it has answered.
    struct Request: Sendable {
        var ids: [String]
        var begin: Duration
        var end: Duration
        /// The identifiers that the answer left out.
        var unknown: Set<String>
    }

    private struct State: Sendable {
        var generator: SeededGenerator
        var storefront = 0
        var travels: [String: Int] = [:]
        var requests: [Request] = []
    }

    let capabilities = BackendCapabilities(productRequestLimit: 3)
    let inbox = BackendInbox()
    let canMakePayments = true
    private let clock: any StoreClock
    private let plan: Plan
    /// When it knows all of its products.
    let readyTime: Duration
    private let state: Lock<State>

    init(_ context: SimulationContext, _ plan: Plan) {
        clock = context.clock
        self.plan = plan
        readyTime = context.clock.now() + plan.unreadyFor
        state = Lock(State(generator: context.generator(for: "backend")))
    }

    /// How often each identifier has travelled.
    var travels: [String: Int] { state.withLock(\.travels) }

    /// The requests that it has answered, in the order of their ends.
    var requests: [Request] { state.withLock(\.requests) }

    /// The customer moves; the answer is the number of the new storefront.
    func move() -> Int {
        state.withLock { state in
            state.storefront += 1
            return state.storefront
        }
    }

    func products(for ids: [String]) async throws -> BackendProducts {
        let begin = clock.now()
        let (storefront, delay, fails, known) = state.withLock { state in
            for id in ids { state.travels[id, default: 0] += 1 }
            return (
                state.storefront, state.generator.index(below: plan.longestDelay),
                state.generator.index(below: 10) < plan.failuresInTen, answer(to: ids, at: begin, &state.generator)
            )
        }
        try await clock.sleep(until: begin + .milliseconds(delay))
        if fails { throw BackendFailure(.networkError, "no network", retry: .retryable()) }
        let request = Request(ids: ids, begin: begin, end: clock.now(), unknown: Set(ids).subtracting(known))
        state.withLock { $0.requests.append(request) }
        return BackendProducts(products: known.map { Self.product($0, storefront) })
    }

    private func answer(to ids: [String], at now: Duration, _ generator: inout SeededGenerator) -> [String] {
        let sold = ids.filter { !$0.hasPrefix("x") }
        guard now < readyTime else { return sold }
        switch generator.index(below: 3) {
        case 0: return []
        case 1: return sold.filter { _ in generator.index(below: 2) == 0 }
        default: return sold
        }
    }

    static func product(_ id: String, _ storefront: Int) -> StoreProduct {
        StoreProduct(
            id: id, type: .consumable, displayName: id, price: Decimal(storefront), currencyCode: "USD",
            displayPrice: "\(storefront)")
    }

    func activate() async throws {}
    func deactivate() async {}
    func submit(_ payments: [BackendPayment]) async throws {}
    func restore(_ id: RestoreID, for account: UUID?) async throws {}
    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] { [:] }
    func redeliver() async throws {}
    func localReceipt() async -> StoreReceipt? { nil }
    func refreshReceipt() async throws -> StoreReceipt { StoreReceipt(data: Data([1])) }
    func storefront() async -> StoreStorefront? { nil }
}
