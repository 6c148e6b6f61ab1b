import Purser
import PurserSimulator

// Subscriptions and passing time.
extension Shop {
    /// The maximum number of renewals that may fall due at once, because recording more takes long.
    private static let renewalLimit = 10_000

    func live(_ wish: LifeWish) async throws {
        let said = try await session.recording {
            try await wish.act(on: session.appStore, names)
        }
        await session.waitForRenewalInfos()
        say(said)
    }

    func advance(_ span: TimeSpan) async throws {
        let moment = span.end(from: session.clock.timestamp())
        let count = await session.appStore.renewals(until: moment)
        guard count <= Self.renewalLimit else {
            throw ToolError(
                "\(count) renewals would be due; at most \(Self.renewalLimit) are possible at once; advance in smaller "
                    + "steps"
            )
        }
        try await session.recording { try session.pass(until: moment) }
        await session.waitForRenewalInfos()
        say("It is now \(Words.date(session.clock.timestamp())).")
    }

    func showSubscriptions() async throws {
        let products = try await products
        let subscriptions = await session.appStore.subscriptions
        for subscription in subscriptions where output.isJSON { output.json(SubscriptionRow.json(subscription)) }
        guard !output.isJSON else { return }
        if subscriptions.isEmpty { say("The customer has no subscription.") }
        for line in Table.lines(subscriptions.map { SubscriptionRow.cells($0, like: products.first) }) {
            output.line(line)
        }
    }

    func showHistory(_ word: String?) async throws {
        let appStore = session.appStore
        let name = try await appStore.meant(word.map { productID($0) ?? $0 }, orOver: true)
        let spans = try await appStore.perform("history", ["subscription": .string(name)]).list("spans")
        output.write(spans, AttachedRows.span, ifNone: "Nothing is known of it.")
    }

    func showOwned() {
        let entitlements = session.store.entitlements
        for object in OwnedRows.json(entitlements) where output.isJSON { output.json(object) }
        guard !output.isJSON else { return }
        for line in OwnedRows.lines(entitlements) { output.line(line) }
    }

    func showFailedUpdates() async {
        let updates = await session.store.failedUpdates()
        for update in updates where output.isJSON { output.json(FailedUpdateRows.json(update)) }
        guard !output.isJSON else { return }
        for line in FailedUpdateRows.lines(updates) { output.line(line) }
    }
}

extension EmbeddedAppStore {
    /// The approximate number of renewals until a moment.
    func renewals(until moment: Timestamp) -> Int64 {
        subscriptions.filter { $0.willAutoRenew }.map { subscription in
            let transaction = subscription.transaction
            guard let end = transaction.expirationTime else { return 0 }
            let length = max(1_000, end.milliseconds - transaction.purchaseTime.milliseconds)
            return max(0, moment.milliseconds - end.milliseconds) / length
        }.reduce(0, +)
    }
}
