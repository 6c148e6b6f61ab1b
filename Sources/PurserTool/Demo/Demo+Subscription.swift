import Purser
import PurserSimulator

extension Demo {
    private static let acts: [(line: String?, words: String)] = [
        (nil, "a period passes, and it renews"),
        ("card declined", "the customer's card is declined, and the grace period begins"),
        ("card ok", "the card is accepted, and the due amount is paid"),
        ("renew off", "the customer turns renewal off, and it ends"),
    ]

    /// Runs a subscription at its own App Store, whose clock moves from period to period.
    ///
    /// - Returns: whether every paid period was granted, once and in order.
    func liveThroughSubscription() async throws -> DemoCheck? {
        heading("A subscription's life")
        guard let product = DemoPlan.shortestSubscription(in: products) else {
            skip("no subscription is sold")
            return nil
        }
        let clock = MovableClock(startingAt: DemoClock.start)
        var catalog = catalog
        catalog.settings.hasBillingGracePeriod = true
        let appStore = EmbeddedAppStore(catalog: catalog, clock: clock)
        let server = DemoServer()
        let store = try await appStore.openStore { configuration in
            configuration.grant = { try server.grant($0) }
            configuration.revoke = { server.revoke($0) }
        }
        return try await closing(store.close) {
            try await live(product, Session(appStore: appStore, store: store, clock: clock), server)
        }
    }

    private func live(_ product: StoreProduct, _ session: Session, _ server: DemoServer) async throws -> DemoCheck {
        try await session.store.waitUntilReady()
        _ = try await session.recording { try await session.store.purchase(product) }
        await session.waitForRenewalInfos()
        var seen = try await report(session, after: 0)
        for act in Self.acts {
            if let line = act.line, case .act(let change) = try ShopWish(line) {
                let store = OwnAppStore(appStore: session.appStore, names: ProductNames(products.map(\.id)))
                _ = try await session.recording { try await change.perform(on: store) }
                // The next step must not overtake this one.
                await session.waitForRenewalInfos()
            }
            let end = await session.appStore.subscription(product.id)?.nextEventDate
            if let end, act.line != "card ok" {
                try await session.recording { try session.pass(until: Timestamp(end)) }
            }
            await session.waitForRenewalInfos()
            say("\(Words.day(session.clock.timestamp()))  \(act.words)")
            seen = try await report(session, after: seen)
        }
        let charged = await session.appStore.charges.map(\.transactionID)
        return .equal(
            "Periods paid = granted", server.granted, charged,
            "\(charged.count) paid, \(server.granted.count) granted, in order")
    }

    private func report(_ session: Session, after sequence: UInt64) async throws -> UInt64 {
        let updates = try await session.store.recordedUpdates(after: sequence)
        output.write(updates.map { UpdateRow.row($0, product($0.productID)) })
        return updates.last?.sequence ?? sequence
    }
}
