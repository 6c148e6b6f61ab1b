import Foundation
import PurserTesting
import Testing

@testable import Purser
@testable import PurserSimulator

/// The embedded App Store, what is owned by what it reports, and a plain model of the rules, side by side through random lives.
@Suite("E5: subscriptions beside a plain model of Apple's rules", .timeLimit(.minutes(30)))
struct SlowRenewalTests {
    typealias Product = SlowRenewals.Product

    private static let products = [
        Product(id: "gold", level: 1, unit: .month, price: 10, lateSeat: 750),
        Product(id: "silver", level: 2, unit: .month, price: 4, lateSeat: 333),
        Product(id: "copper", level: 2, unit: .month, price: 5),
        Product(id: "silver.year", level: 2, unit: .year, price: 40, monthly: 3),
        Product(id: "bronze.week", level: 3, unit: .weekOfYear, price: 1),
    ]

    private static var catalog: SimulatorCatalog {
        var catalog = SimulatorCatalog(
            products: products.map { product in
                let period: SubscriptionPeriod =
                    switch product.unit {
                    case .weekOfYear: SubscriptionPeriod(1, .week)
                    case .year: SubscriptionPeriod(1, .year)
                    default: SubscriptionPeriod(1, .month)
                    }
                let tiers: [StoreProduct.SubscriptionInfo.SeatPriceTier] = [
                    .init(minimumSeats: 1, maximumSeats: 3, price: product.price, displayPrice: ""),
                    .init(minimumSeats: 4, price: Decimal(product.lateSeat ?? 0) / 100, displayPrice: ""),
                ]
                return .simulated(
                    product.id, .autoRenewable, price: product.price, level: product.level, period: period,
                    seatPriceTiers: product.lateSeat == nil ? [] : tiers)
            })
        catalog.monthlyPlans["silver.year"] = MonthlyPlan(price: 3, commitmentPrice: 36)
        return catalog
    }

    /// The three beside each other.
    private struct Trio {
        var account: SimulatedAccountState
        var slow: SlowRenewals
        var reported = ReportedLedger(policy: .none)
        var name = "start"

        /// Lets everything happen until a moment, with a look at each boundary and one millisecond before and behind it.
        mutating func live(until moment: Timestamp) throws {
            while let due = slow.nextBoundary.map({ Timestamp($0) }), due <= moment {
                for distance in [-1, 0, 1] as [Int64] {
                    let now = due.advanced(by: .milliseconds(distance))
                    if now <= moment { try look(at: now) }
                }
            }
            try look(at: moment)
        }

        mutating func report(_ events: [BackendEvent], at now: Timestamp) {
            reported.report(
                account.journal.takeRenewals(.max) + events + account.journal.takeSubscriptionChanges(), at: now)
        }

        mutating func look(at now: Timestamp) throws {
            report(account.live(until: now), at: now)
            slow.live(until: now.date)
            try compare(at: now)
        }

        func compare(at now: Timestamp) throws {
            let subscription = account.book.subscriptions["group"]
            try #require(subscription?.phase.state == slow.state(at: now.date), "\(name) \(account.story)")
            guard let subscription, let period = slow.periods.last else { return }
            let present = account.book.transactions[subscription.places[0]].transaction
            try #require(present.productID == period.product.id && present.purchaseTime.date == period.start, "\(name)")
            try #require(present.expirationTime?.date == period.end, "\(name) \(account.story)")
            if period.parts.isEmpty { try #require(present.price == period.price) }
            try #require(present.commitmentInfo?.billingPeriodNumber == period.part)
            try #require(account.book.transactions.chargeCount == slow.payments, "\(name) \(account.story)")
            try #require(account.book.transactions.seats(of: subscription) == period.seats, "\(name) \(account.story)")
            try #require(
                account.journal.renewalInfo(of: subscription).renewalQuantity == slow.nextSeats,
                "\(name) \(account.story)")
            for owned in [reported.answers(at: now).live, reported.answers(at: now).again] {
                let club = try #require(owned.subscriptions.first { !$0.isFamilyShared })
                try #require(
                    club.state == subscription.phase.state && club.productID == subscription.productID,
                    "\(name) \(club)")
                try #require(club.seats == period.seats && club.renewalSeats == slow.nextSeats, "\(name) \(club)")
                let isOwned = club.isActive || owned.subscriptions.contains { $0.isFamilyShared && $0.isActive }
                try #require(owned.contains(subscription.productID) == club.isActive || isOwned, "\(name)")
                try #require(owned.activeProductIDs.contains(subscription.productID) || !club.isActive)
            }
        }
    }

    @Test("E5, T3: state, product, dates, price and count agree one millisecond before, at and behind each boundary")
    func lives() async throws {
        try await Seeds.forEach(count: 15) { seed in
            var random = SeededGenerator(seed: seed, purpose: "beside")
            var account = SimulatedAccountState(catalog: Self.catalog)
            let hasGrace = seed.isMultiple(of: 2)
            account.catalog.settings.hasBillingGracePeriod = hasGrace
            var trio = Trio(account: account, slow: SlowRenewals(hasGrace: hasGrace))
            var now = at(Int64(random.index(below: 40_000_000)))
            for number in 0..<30 {
                let days = [1, 9, 40, 120][random.index(below: 4)]
                // Whole seconds, which dates of the calendar keep exactly.
                now = now.advanced(by: .seconds(1 + random.index(below: days * 86_400)))
                try trio.live(until: now)
                try Self.deed(&trio, &random, UInt64(number) + 1, at: now)
                try trio.compare(at: now)
                let paid = trio.account.book.transactions.wholeHistory.compactMap(\.charge).reduce(0) { $0 + $1.amount }
                try #require(paid * 100 == Decimal(trio.slow.paid), "\(trio.name) \(trio.account.story)")
            }
        }
    }

    private static func deed(
        _ trio: inout Trio, _ random: inout SeededGenerator, _ number: UInt64, at now: Timestamp
    ) throws {
        let product = products[random.index(below: products.count)]
        let bit = random.index(below: 2) == 0
        let events: [BackendEvent]
        switch random.index(below: 16) {
        case 0...4:
            let isMonthly = product.monthly != nil && bit
            let seats = product.lateSeat == nil || random.index(below: 3) == 0 ? nil : 1 + random.index(below: 9)
            trio.name = "buy \(product.id) \(isMonthly) \(seats ?? 0)"
            var options: Set<PurchaseOption> = [.billingPlanType(isMonthly ? .monthly : .upFront)]
            if let seats { options.insert(.seats(seats)) }
            events = trio.account.paymentsSubmitted([payment(number, product.id, options)], at: now)
            let isTaken = trio.slow.does(.buy(product, isMonthly: isMonthly, seats: seats), at: now.date)
            // What `purchase` returns as purchased is owned.
            let answer = events.lazy.compactMap { $0.transaction?.transaction }.first
            try #require((answer != nil) == isTaken, "\(trio.name) \(trio.account.story)")
            guard isTaken else { return trio.report(events, at: now) }
            let bought = try #require(answer)
            trio.report(events, at: now)
            try #require(trio.reported.answers(at: now).live.contains(bought.productID), "\(trio.name)")
            return
        case 5, 6:
            trio.name = "renewal \(bit)"
            events = (try? trio.account.journal.autoRenewed(bit, "group", at: now)) ?? []
            trio.slow.does(.renewal(bit), at: now.date)
        case 7:
            trio.name = "payments fail \(bit)"
            events = (try? trio.account.journal.setPayable(!bit, "group", at: now)) ?? []
            trio.slow.does(.payments(bit), at: now.date)
        case 8:
            trio.name = "refund"
            guard let subscription = trio.account.subscription else { return }
            let part = random.index(below: subscription.places.count)
            let id = trio.account.book.transactions[subscription.places[part]].transaction.id
            events = try trio.account.revoked(id, reason: .other, percentage: 100, at: now)
            trio.slow.does(.refund(part), at: now.date)
        case 9:
            trio.name = "request"
            guard let subscription = trio.account.subscription else { return }
            let id = trio.account.book.transactions[subscription.current].transaction.id
            events = try trio.account.refundRequested(id, isDeclined: true, at: now)
            trio.slow.does(.request, at: now.date)
        case 10:
            trio.name = "resolve"
            events = (try? trio.account.journal.resolvedIssue("group", at: now)) ?? []
            trio.slow.does(.resolve, at: now.date)
        case 11, 12:
            let seats = random.index(below: 7)
            trio.name = "choose \(seats) seats"
            let chosen = try? trio.account.journal.seatsChosen(seats, "group", at: now)
            let isTaken = trio.slow.does(.renewalSeats(seats), at: now.date)
            try #require((chosen != nil) == isTaken, "\(trio.name) \(trio.account.story)")
            events = chosen ?? []
        case 13, 14:
            guard let subscription = trio.account.subscription else { return }
            let part = random.index(below: subscription.places.count)
            let transaction = trio.account.book.transactions[subscription.places[part]].transaction
            guard let left = transaction.seats, left > 0 else { return }
            let seats = 1 + random.index(below: left)
            trio.name = "refund \(seats) of \(left) seats"
            events = try trio.account.seatsRefunded(seats, of: transaction.id, percentage: 100, at: now)
            trio.slow.does(.refundSeats(seats, of: part), at: now.date)
        default:
            trio.name = "extend"
            events = (try? trio.account.journal.extended("group", by: .seconds(5 * 86_400), at: now)) ?? []
            trio.slow.does(.extend, at: now.date)
        }
        trio.report(events, at: now)
    }

    @Test(
        "E5: through lives with offers, codes, families and deletions, entitlements and the store agree at each boundary"
    )
    func statuses() async throws {
        try await Seeds.forEach(count: 10) { seed in
            var account = SimulatedAccountState(catalog: RandomLife.catalog)
            account.catalog.monthlyPlans["silver.year"] = MonthlyPlan(price: 4, commitmentPrice: 48)
            var reported = ReportedLedger(policy: .none)
            func look(_ events: [BackendEvent], at now: Timestamp, _ name: String) throws {
                reported.report(
                    account.journal.takeRenewals(.max) + events + account.journal.takeSubscriptionChanges(), at: now)
                let owned = reported.answers(at: now).live
                for subscription in account.book.subscriptions.all {
                    let club = owned.subscriptions.first {
                        $0.originalTransactionID == account.journal.originalID(of: subscription)
                    }
                    try #require(
                        club?.state == subscription.phase.state && club?.productID == subscription.productID,
                        "\(name) \(subscription)")
                    try #require(
                        club?.seats == account.book.transactions.seats(of: subscription), "\(name) \(subscription)")
                    try #require(
                        !subscription.phase.isEntitled || owned.contains(subscription.productID),
                        "\(name) \(subscription)")
                }
            }
            for deed in RandomLife(seed: seed, length: 30, leastPause: 1).deeds {
                // Where time is fast there are very many: the first ones stand for the others.
                var looks = 20
                while looks > 0, let due = account.journal.nextDue, due <= deed.time {
                    looks -= 1
                    for distance in [-1, 0, 1] as [Int64] {
                        let now = due.advanced(by: .milliseconds(distance))
                        if now <= deed.time { try look(account.live(until: now), at: now, "before \(deed.name)") }
                    }
                }
                try look(account.live(until: deed.time), at: deed.time, "before \(deed.name)")
                try look((try? deed.body(&account, deed.time)) ?? [], at: deed.time, deed.name)
            }
        }
    }
}
