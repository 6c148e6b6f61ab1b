import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("A backend that names no payments, under many schedules")
struct MatchingScheduleTests {
    @Test("M1–M4: whatever the shop's order and the clocks, each call gets what it paid for, and no user another's")
    func calm() async throws {
        try await expectNothing(count: plain(75, long: 300)) { try Self.violations($0, crashes: false) }
    }

    @Test("M1–M5: with the program dying in between, the same holds for calls that return, and nothing crosses users")
    func crashing() async throws {
        try await expectNothing(count: plain(75, long: 300), from: 10_000) { try Self.violations($0, crashes: true) }
    }

    @Test("M4: a shop that says it names payments, and does not, is noticed by the book")
    func boastful() async throws {
        try await expectNoticed(within: 1...200) { seed in
            try Self.violations(seed, crashes: false, names: true).contains { $0.hasPrefix("M4") }
        }
    }

    private static func violations(_ seed: UInt64, crashes: Bool, names: Bool = false) throws -> [String] {
        try Simulation.run(seed: seed) { context in
            var chance = context.generator(for: "life")
            let users = (0..<2).map { _ in chance.uuid() } + [nil]
            let shop = MoodyShop(
                context, concurrentPayments: 1 + chance.index(below: 6),
                answersNamePayments: names)
            let storage = KeptStorage()
            let found = Lock<[String]>([])
            for launch in 0..<(crashes ? 3 : 1) {
                let store = try await open(shop, storage, context, launch)
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<12 {
                        let request = PaymentRequest(
                            productID: chance.pick(["coins", "gems"]), quantity: 1 + chance.index(below: 2),
                            appAccountToken: chance.pick(users), context: ["call": "\(launch).\(number)"])
                        let start = chance.duration(upTo: 60_000)
                        group.addTask {
                            try? await context.sleep(for: start)
                            await buy(request, store, shop, found)
                        }
                    }
                    for _ in 0..<3 {
                        let start = chance.duration(upTo: 90_000)
                        group.addTask {
                            try? await context.sleep(for: start)
                            await shop.approveAll()
                            try? await store.redeliver()
                        }
                    }
                    if crashes, launch < 2 {
                        try? await context.sleep(for: chance.duration(upTo: 60_000))
                        try? await store.close()
                    }
                }
                await shop.approveAll()
                try await context.sleep(for: .seconds(600))
                try await store.close()
            }
            return found.withLock { $0 } + (await book(shop, storage, isExact: !crashes))
        }
    }

    private static func open(
        _ shop: MoodyShop, _ storage: KeptStorage, _ context: SimulationContext, _ launch: Int
    ) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: shop)
        configuration.clock = JumpingClock(context.clock, generator: context.generator(for: "calendar \(launch)"))
        configuration.generator = context.generator(for: "store \(launch)")
        configuration.storage = storage
        return try await PurchaseStore.open(configuration)
    }

    private static func buy(
        _ request: PaymentRequest, _ store: PurchaseStore, _ shop: MoodyShop, _ found: Lock<[String]>
    ) async {
        let call = request.context["call"] ?? ""
        do throws(PurchaseFailure) {
            guard let purchase = try await store.purchase(request).purchase else { return }
            let sale = await shop.sales.first { $0.transaction.id == purchase.transaction.id }
            if sale?.call != call || purchase.context != request.context {
                found.withLock { $0.append("M4: \(call) was given what \(sale?.call ?? "nobody") paid for") }
            }
        } catch {
            if error.code != .storeClosed { found.withLock { $0.append("C1: \(call) ended with \(error)") } }
        }
    }

    /// What the shop's book says against the ledger.
    private static func book(_ shop: MoodyShop, _ storage: KeptStorage, isExact: Bool) async -> [String] {
        var violations: [String] = []
        var state = LedgerState()
        try? storage.load { state.apply($0) }
        for sale in await shop.sales {
            let id = sale.transaction.id
            guard let recorded = state.transactions.sequence(of: id) != nil ? storage.update(of: id) : nil else {
                violations.append("D1: \(id) was never recorded")
                continue
            }
            if let request = recorded.intent?.request {
                let fits = request.quantity == sale.transaction.purchasedQuantity
                // A transaction without an account may be anybody's: what is not said is not none.
                let account = sale.transaction.appAccountToken
                if !fits || account != nil && request.appAccountToken != account {
                    violations.append("M4: \(id) has the payment of another user or quantity")
                }
            }
            if isExact, recorded.context["call"] != sale.call {
                violations.append("M3: \(id) was paid for by \(sale.call), the ledger says \(recorded.context)")
            }
        }
        return violations
    }
}

extension KeptStorage {
    /// The latest update of a transaction.
    fileprivate func update(of id: String) -> StoreUpdate? {
        var found: StoreUpdate?
        try? load { record in
            if case .update(let update, _) = record, update.transaction.id == id { found = update }
        }
        return found
    }
}
