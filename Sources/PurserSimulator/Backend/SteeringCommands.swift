import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The commands of clients, by their names.
enum SteeringCommands {
    typealias Command = @Sendable (EmbeddedAppStore, SteeringRequest) async throws -> JSONValue
    /// A command whose answer is an empty object.
    typealias Act = @Sendable (EmbeddedAppStore, SteeringRequest) async throws -> Void

    /// The longest time for one command: a hundred years.
    private static let longestAdvance = 100 * 366 * 86_400

    /// All of them.
    static let all = [looking, answering, acting].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    private static let acting = [buying, living, behaving].reduce(into: [:]) { all, acts in
        all.merge(acts.mapValues(answered)) { first, _ in first }
    }

    private static func answered(_ act: @escaping Act) -> Command {
        { store, request in
            try await act(store, request)
            return done
        }
    }

    /// Commands that change nothing.
    private static let looking: [String: Command] = [
        "watch": { _, _ in done },
        "products": { store, _ in
            let catalog = await store.kept.state.catalog
            return .object([
                "products": .array(
                    catalog.products.map { product in
                        product.json(
                            catalog.referenceName(of: product.id), exactPrice: catalog.exactPrice(of: product.id))
                    })
            ])
        },
        "pending": { store, _ in .object(["pending": .array(await store.pendingPayments.map(\.json))]) },
        "transactions": { store, request in
            let limit = try request.count("limit", in: 1...1_000, or: 100)
            let before = try request.optionalText("before")
            let product = try request.optionalText("product")
            let page = await store.latestTransactions(limit, before: before) { transaction in
                product.map { $0 == transaction.productID } ?? true
            }
            return .object(["transactions": .array(page.map { JSONValue($0) })])
        },
        "subscriptions": { store, _ in .object(["subscriptions": .array(await store.subscriptions.map(\.json))]) },
        "history": { store, request in
            .object(["spans": .array(await store.history(of: try request.text("subscription")).map(\.json))])
        },
        "settings": { store, _ in await store.settings.json },
        "conditions": { store, _ in await conditions(of: store) },
        "time": { store, _ in .object(["now": JSONValue(store.clock.currentDate())]) },
    ]

    /// Commands that change something, and answer with more than that.
    private static let answering: [String: Command] = [
        "buy": { store, request in
            let quantity = try request.count("quantity", in: 1...PaymentRequest.maximumQuantity, or: 1)
            let seats = try request.optionalCount("seats", in: 1...PaymentRequest.maximumSeats)
            let transaction = try await store.buyElsewhere(
                try request.text("product"), quantity: quantity, options: seats.map { [.seats($0)] } ?? [])
            return .object(["transaction": JSONValue(transaction)])
        },
        "redeem": { store, request in
            let (offer, product) = (try request.text("offer"), try request.text("product"))
            return .object(["transaction": JSONValue(try await store.redeemCode(offer, for: product))])
        },
        "advance": { store, request in
            let seconds = try request.count("seconds", in: 0...longestAdvance)
            try await store.advanceTime(by: .seconds(seconds))
            return .object(["now": JSONValue(store.clock.currentDate())])
        },
        "extend": { store, request in
            let seconds = try request.count("seconds", in: 1...longestAdvance)
            if let product = try request.optionalText("product") {
                let summary = try await store.extendAll(product, by: .seconds(seconds), requestIdentifier: "attached")
                return .object([
                    "succeeded": .number("\(summary.succeededCount)"), "failed": .number("\(summary.failedCount)"),
                ])
            }
            try await store.extend(try request.text("subscription"), by: .seconds(seconds))
            return done
        },
    ]

    /// Purchases, approvals and refunds.
    private static let buying: [String: Act] = [
        "approve": { store, request in
            if let id = try request.optionalText("payment") {
                try await store.approve(id)
            } else {
                try await store.approveAll()
            }
        },
        "decline": { store, request in try await store.decline(try request.text("payment")) },
        "refund": { store, request in
            let (id, percentage) = (try request.text("transaction"), try request.number("percentage", or: 100))
            if let seats = try request.optionalCount("seats", in: 1...PaymentRequest.maximumSeats) {
                try await store.refundSeats(seats, of: id, percentage: percentage)
            } else {
                try await store.refund(id, percentage: percentage)
            }
        },
        "reinstate": { store, request in try await store.reinstate(try request.text("transaction")) },
        "delete": { store, request in try await store.deleteTransaction(try request.text("transaction")) },
        "share": { store, request in try await store.shareWithFamily(try request.text("product")) },
        "unshare": { store, request in try await store.stopSharing(try request.text("product")) },
        "assign": { store, request in try await store.assignSeat(of: try request.text("product")) },
        "unassign": { store, request in try await store.unassignSeat(of: try request.text("product")) },
    ]

    /// Subscriptions and passing time.
    private static let living: [String: Act] = [
        "renew": { store, request in
            let name = try request.text("subscription")
            if try request.flag("now", or: false) {
                try await store.forceRenewal(of: name)
            } else {
                try await store.setAutoRenew(try request.flag("on"), for: name)
            }
        },
        "card": { store, request in
            let (name, isAccepted) = (try request.text("subscription"), try request.flag("accepted"))
            try await store.setPaymentsFail(!isAccepted, for: name)
            if isAccepted, await store.subscription(name)?.billingRetryEnd != nil {
                try await store.resolveIssue(with: name)
            }
        },
        "price": { store, request in
            let (name, price) = (try request.text("subscription"), try request.number("price"))
            if try request.flag("agreed", or: false) {
                try await store.increasePrice(of: name, to: price)
            } else {
                try await store.requestPriceIncreaseConsent(for: name, to: price)
            }
        },
        "consent": { store, request in
            let name = try request.text("subscription")
            if try request.flag("agrees") {
                try await store.consentToPriceIncrease(of: name)
            } else {
                try await store.declinePriceIncrease(of: name)
            }
        },
        "expire": { store, request in try await store.expire(try request.text("subscription")) },
        "seats": { store, request in
            let seats = try request.count("seats", in: 1...PaymentRequest.maximumSeats)
            try await store.setRenewalSeats(seats, for: try request.text("subscription"))
        },
    ]

    private static let done = JSONValue.object([:])
}
