import Purser
import PurserSimulator

extension Command {
    static let seats = Command(
        "seats", "Show the seats of a subscription, set those of its next period, or refund some",
        brief: "change the seats of a subscription", operands: "SUBSCRIPTION",
        options: Place.lookingOptions + [
            OptionSyntax("--renew N", "Set the seats of the next period, at most as many as now"),
            OptionSyntax("--refund N", "Refund this many seats, of the given transaction or of the latest one"), .json,
        ],
        details: """
            SUBSCRIPTION is a product, a group or a transaction. purser buy --seats N adds seats in a transaction of
            their own, at the price of the rest of the period. A refund of all seats of a transaction revokes it; the
            customer loses the subscription with the last transaction of the period.
            """
    ) { arguments in
        let (place, name) = (try Place(options: arguments), arguments.operands[0])
        let (renewal, refund) = (try arguments.seats("renew"), try arguments.seats("refund"))
        guard !arguments.has("attach") || renewal != nil || refund != nil else {
            throw UsageError("with --attach, use --renew or --refund; purser shop --attach shows subscriptions")
        }
        let changes = [
            refund.map { ShopWish.act(.refund(seats: $0, of: .transaction(name))) },
            renewal.map { ShopWish.act(.renewal(seats: $0, of: name)) },
        ].compactMap(\.self)
        return { output in
            try await place.perform(changes + [.subscriptions], as: "seats", makesHome: false, output) { shop, _ in
                // First: if there is no such subscription, nothing is changed.
                let name = try await shop.store.subscription(name).name
                for change in changes { try await shop.perform(change) }
                guard let subscription = await shop.session.appStore.subscription(name) else { throw Unsuccessful() }
                let style = try? await shop.session.store.products(for: [subscription.productID]).products.first
                output.write(SubscriptionRow.row(subscription, like: style))
            }
        }
    }
}
