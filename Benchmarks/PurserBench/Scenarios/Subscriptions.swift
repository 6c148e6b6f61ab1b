import Purser
import PurserSimulator
import PurserTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Scenario {
    static let subscriptions = Scenario(
        name: "subscriptions", summary: "many subscriptions through one year, and one more renewal as history grows",
        options: [.purchases, .repeats]
    ) { bench in
        var rows: [Row] = []
        for count in bench.values(bench.options.purchases, else: [100, 1_000, 10_000]) {
            bench.progress.show("subscriptions: \(count)")
            let canPeak = MemoryUse.resetPeak()
            var spans: [Span] = []
            for _ in 1...(bench.options.repeats ?? 1) { spans.append(try await LivingShop.year(of: count)) }
            rows.append(Deliveries.row("subscriptions", "one year, reported and recorded", count * 12, spans, canPeak))
        }
        for history in [1_000, 100_000, 10_000_000] {
            bench.progress.show("subscriptions: one more after \(history)")
            let canPeak = MemoryUse.resetPeak()
            var spans: [Span] = []
            for _ in 1...(bench.options.repeats ?? 1) { spans.append(try await LivingShop.more(after: history)) }
            let peak = canPeak ? [Figure(.peak, Double(MemoryUse.peak))] : []
            rows.append(
                Row(
                    "subscriptions", "one more renewal", "renewals before", history,
                    Deliveries.figures(LivingShop.further, spans) + peak))
        }
        return rows
    }
}

/// Subscriptions of an embedded App Store, which live on a virtual clock.
enum LivingShop {
    /// How many renewals are measured after a history.
    static let further = 1_000

    /// A year of so many monthly subscriptions, each in a group of its own, with a store open on them.
    static func year(of count: Int) async throws -> Span {
        let clock = VirtualClock()
        let products = (1...count).map {
            StoreProduct.simulated("plan\($0)", .autoRenewable, price: 5, group: "g\($0)")
        }
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: products), clock: clock)
        for product in products { try await appStore.buyElsewhere(product.id) }
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.clock = clock
        let store = try await PurchaseStore.open(configuration)
        let updates = try store.updates(after: 0)
        let span = try await measured {
            var seen = 0
            var iterator = updates.makeAsyncIterator()
            while seen < count * 13 {
                if seen >= count, seen % count == 0 { clock.advance(by: .seconds(31 * 86_400)) }
                guard await iterator.next() != nil else { break }
                seen += 1
            }
            guard seen == count * 13 else { throw WrongRun("\(seen) updates, not \(count * 13)") }
        }
        // From January on, twelve times 31 days are a year and six days.
        let charges = await appStore.chargeCount
        try await store.close()
        guard charges == count * 13 else { throw WrongRun("\(charges) charges, not \(count * 13)") }
        return span
    }

    /// Renewals of a subscription that has renewed so often before, without anybody who listens.
    static func more(after history: Int) async throws -> Span {
        let clock = VirtualClock()
        let catalog = SimulatorCatalog(
            products: [.simulated("plan", .autoRenewable, price: 5)],
            settings: SimulatorSettings(timeRate: .oneRenewalEveryTwoSeconds))
        let appStore = EmbeddedAppStore(catalog: catalog, clock: clock)
        try await appStore.buyElsewhere("plan")
        clock.advance(by: .seconds(2 * history))
        var charges = await appStore.chargeCount
        let span = await measured {
            for _ in 1...further {
                clock.advance(by: .seconds(2))
                charges = await appStore.chargeCount
            }
        }
        guard charges == history + further + 1 else { throw WrongRun("\(charges) charges after \(history)") }
        return span
    }
}
