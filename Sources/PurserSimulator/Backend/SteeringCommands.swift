import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The commands of clients, by their names.
enum SteeringCommands {
    typealias Command = @Sendable (EmbeddedAppStore, SteeringRequest) async throws -> JSONValue

    /// The longest time for one command: a hundred years.
    private static let longestAdvance = 100 * 366 * 86_400

    /// All of them.
    static let all = looking.merging(buying) { first, _ in first }.merging(living) { first, _ in first }
        .merging(behaving) { first, _ in first }

    /// Commands that change nothing.
    private static let looking: [String: Command] = [
        "watch": { _, _ in done },
        "products": { store, _ in
            let catalog = await store.kept.state.catalog
            return .object([
                "products": .array(catalog.products.map { $0.json(catalog.referenceName(of: $0.id)) })
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

    /// Purchases, approvals and refunds.
    private static let buying: [String: Command] = [
        "approve": { store, request in
            guard let id = try request.optionalText("payment") else {
                try await store.approveAll()
                return done
            }
            try await store.approve(id)
            return done
        },
        "decline": { store, request in
            try await store.decline(try request.text("payment"))
            return done
        },
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
        "refund": { store, request in
            let (id, percentage) = (try request.text("transaction"), try request.number("percentage", or: 100))
            if let seats = try request.optionalCount("seats", in: 1...PaymentRequest.maximumSeats) {
                try await store.refundSeats(seats, of: id, percentage: percentage)
            } else {
                try await store.refund(id, percentage: percentage)
            }
            return done
        },
        "reinstate": { store, request in
            try await store.reinstate(try request.text("transaction"))
            return done
        },
        "delete": { store, request in
            try await store.deleteTransaction(try request.text("transaction"))
            return done
        },
        "share": { store, request in
            try await store.shareWithFamily(try request.text("product"))
            return done
        },
        "unshare": { store, request in
            try await store.stopSharing(try request.text("product"))
            return done
        },
        "assign": { store, request in
            try await store.assignSeat(of: try request.text("product"))
            return done
        },
        "unassign": { store, request in
            try await store.unassignSeat(of: try request.text("product"))
            return done
        },
    ]

    /// Subscriptions and passing time.
    private static let living: [String: Command] = [
        "advance": { store, request in
            let seconds = try request.count("seconds", in: 0...longestAdvance)
            try await store.advanceTime(by: .seconds(seconds))
            return .object(["now": JSONValue(store.clock.currentDate())])
        },
        "renew": { store, request in
            let name = try request.text("subscription")
            guard try request.flag("now", or: false) else {
                try await store.setAutoRenew(try request.flag("on"), for: name)
                return done
            }
            try await store.forceRenewal(of: name)
            return done
        },
        "card": { store, request in
            let (name, isAccepted) = (try request.text("subscription"), try request.flag("accepted"))
            try await store.setPaymentsFail(!isAccepted, for: name)
            if isAccepted, await store.subscription(name)?.billingRetryEnd != nil {
                try await store.resolveIssue(with: name)
            }
            return done
        },
        "price": { store, request in
            let (name, price) = (try request.text("subscription"), try request.number("price"))
            if try request.flag("agreed", or: false) {
                try await store.increasePrice(of: name, to: price)
            } else {
                try await store.requestPriceIncreaseConsent(for: name, to: price)
            }
            return done
        },
        "consent": { store, request in
            let name = try request.text("subscription")
            if try request.flag("agrees") {
                try await store.consentToPriceIncrease(of: name)
            } else {
                try await store.declinePriceIncrease(of: name)
            }
            return done
        },
        "expire": { store, request in
            try await store.expire(try request.text("subscription"))
            return done
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
        "seats": { store, request in
            let seats = try request.count("seats", in: 1...PaymentRequest.maximumSeats)
            try await store.setRenewalSeats(seats, for: try request.text("subscription"))
            return done
        },
    ]

    static let done = JSONValue.object([:])
}
