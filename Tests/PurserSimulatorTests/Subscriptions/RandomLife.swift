import Foundation
import Purser
import PurserTesting

@testable import PurserSimulator

/// A history drawn from a seed: what somebody does to an account, and when.
struct RandomLife {
    /// One thing that is done, at a moment.
    struct Deed {
        var time: Timestamp
        var name: String
        /// Does it, and says what the store tells at once.
        var body: (inout SimulatedAccountState, Timestamp) throws -> [BackendEvent]
    }

    var deeds: [Deed] = []
    let end: Timestamp

    static let products = ["gold", "silver", "silver.year", "bronze.week", "other.month"]

    static var catalog: SimulatorCatalog {
        var catalog = SimulatorCatalog(products: [
            .simulated("coins"), .simulated("lamp", .nonConsumable, price: 5, isFamilyShareable: true),
            .simulated(
                "gold", .autoRenewable, price: 10, level: 1, seatPriceTiers: seatTiers(10, 7),
                isFamilyShareable: true),
            .simulated(
                "silver", .autoRenewable, price: 4, level: 2,
                offers: [
                    SimulatorCatalog.trial, SimulatorCatalog.promo, SimulatorCatalog.winBack,
                    StoreOffer(
                        type: .code, id: "code", paymentMode: .payAsYouGo, price: 1,
                        period: SubscriptionPeriod(1, .month), periodCount: 3),
                ], seatPriceTiers: seatTiers(4, 3)),
            .simulated("silver.year", .autoRenewable, price: 40, level: 2, period: SubscriptionPeriod(1, .year)),
            .simulated("bronze.week", .autoRenewable, price: 1, level: 3, period: SubscriptionPeriod(1, .week)),
            .simulated("other.month", .autoRenewable, price: 3, group: "other", seatPriceTiers: seatTiers(3, 2)),
        ])
        catalog.offerTerms[OfferName(productID: "silver", type: .code, id: "code")] = OfferTerms(isStackable: true)
        return catalog
    }

    /// The first three seats at one price, those behind them at another.
    private static func seatTiers(
        _ price: Decimal, _ lower: Decimal
    ) -> [StoreProduct.SubscriptionInfo.SeatPriceTier] {
        [
            .init(minimumSeats: 1, maximumSeats: 3, price: price, displayPrice: ""),
            .init(minimumSeats: 4, price: lower, displayPrice: ""),
        ]
    }

    /// A life of a seed.
    ///
    /// - Parameters:
    ///   - length: how much is done in it.
    ///   - deletes: whether transactions are deleted in it, which no store hears of.
    ///   - leastPause: the shortest time between two deeds, in milliseconds: of two periods that are bought in one millisecond,
    ///     the store has the second begin in the next one.
    init(seed: UInt64, length: Int = 40, deletes: Bool = false, leastPause: Int = 0) {
        var random = SeededGenerator(seed: seed, purpose: "life")
        var now = at(Int64(random.index(below: 40_000_000)))
        for number in 0..<length {
            // Mostly weeks, sometimes nothing at all or a year.
            let days = [0, 1, 9, 40, 400][random.index(below: 5)]
            now = now.advanced(by: .milliseconds(leastPause + random.index(below: days * 86_400_000 + 1)))
            deeds.append(
                deletes && random.index(below: 20) == 0
                    ? Self.deletion(random.index(below: 1_000), at: now)
                    : Self.deed(&random, number: UInt64(number), at: now))
        }
        end = now.advanced(by: .seconds(10 * 366 * 86_400))
    }

    private static func deed(_ random: inout SeededGenerator, number: UInt64, at time: Timestamp) -> Deed {
        let product = products[random.index(below: products.count)]
        let bit = random.index(below: 2) == 0
        let pick = random.index(below: 1_000)
        switch random.index(below: 22) {
        case 0...4:
            let seats = PurchaseOption.seats(1 + pick / 7 % 9)
            let options: [Set<PurchaseOption>] = [
                [], [], [], [.promotionalOffer("half")], [.winBackOffer("back")], [seats], [seats],
                [seats, .promotionalOffer("half")],
            ]
            let chosen = options[pick % options.count]
            let other = [0: "lamp", 1: "coins"][pick / 8 % 20]
            return Deed(time: time, name: "buy \(other ?? product)") { account, now in
                account.paymentsSubmitted([payment(number + 1, other ?? product, other == nil ? chosen : [])], at: now)
            }
        case 5: return subscription(time, "renewal \(bit)", product) { try $0.journal.autoRenewed(bit, $1, at: $2) }
        case 6: return subscription(time, "force", product) { try $0.journal.forcedRenewal(of: $1, at: $2) }
        case 7: return subscription(time, "expire", product) { try $0.journal.expired($1, for: .unknown, at: $2) }
        case 8: return subscription(time, "resolve", product) { try $0.journal.resolvedIssue($1, at: $2) }
        case 9:
            return subscription(time, "price", product) { try $0.journal.increased($1, to: 20, isAgreed: bit, at: $2) }
        case 10: return subscription(time, "consent", product) { try $0.journal.consented(bit, $1, at: $2) }
        case 11:
            return subscription(time, "extend", product) {
                try $0.journal.extended($1, by: .seconds(86_400 * 5), at: $2)
            }
        case 12: return subscription(time, "unpayable", product) { try $0.journal.setPayable(bit, $1, at: $2) }
        case 13:
            return Deed(time: time, name: "settings") { account, _ in
                account.catalog.settings.failsRenewals = bit
                account.catalog.settings.hasBillingGracePeriod = pick % 3 == 0
                account.catalog.settings.renewalLimit = pick % 5 == 0 ? 12 : nil
                return []
            }
        case 14:
            return Deed(time: time, name: "refund") { account, now in
                guard let id = account.someID(pick) else { return [] }
                return try account.revoked(id, reason: .other, percentage: bit ? 100 : 40, at: now)
            }
        case 15:
            return Deed(time: time, name: "reinstate") { account, now in
                guard let id = account.someID(pick) else { return [] }
                return try account.reinstated(id, at: now)
            }
        case 16:
            return Deed(time: time, name: "share") { account, now in
                switch (bit, pick % 3) {
                case (true, 0): return try account.seatAssigned("gold", at: now)
                case (false, 0): return try account.seatUnassigned("gold", at: now)
                case (true, _): return try account.sharedByFamily("gold", at: now)
                case (false, _): return try account.unsharedByFamily("gold", at: now)
                }
            }
        case 17:
            return Deed(time: time, name: "code") { account, now in
                try account.redeemed("code", for: "silver", at: now).events
            }
        case 18: return subscription(time, "add seats", product) { try $0.seatsAdded(1 + pick % 4, $1, at: $2) }
        case 19:
            return subscription(time, "fewer seats", product) { try $0.journal.seatsChosen(1 + pick % 5, $1, at: $2) }
        case 20: return subscription(time, "refund seats", product) { try $0.someSeatsRefunded(pick, $1, at: $2) }
        default:
            return Deed(time: time, name: "finish") { account, _ in
                for id in account.book.transactions.history.map(\.transaction.id).suffix(pick % 30) {
                    _ = account.finished([id])
                }
                if bit { account.catalog.settings.timeRate = pick % 2 == 0 ? .realTime : .oneDayEveryHour }
                return []
            }
        }
    }

    private static func deletion(_ pick: Int, at time: Timestamp) -> Deed {
        Deed(time: time, name: "delete") { account, now in
            if let id = account.someID(pick) { try account.deleted(id, at: now) }
            return []
        }
    }

    private static func subscription(
        _ time: Timestamp, _ name: String, _ product: String,
        _ body: @escaping (inout SimulatedAccountState, String, Timestamp) throws -> [BackendEvent]
    ) -> Deed {
        Deed(time: time, name: "\(name) \(product)") { account, now in try body(&account, product, now) }
    }
}

extension SimulatedAccountState {
    /// Adds so many seats to a subscription that has some.
    fileprivate mutating func seatsAdded(_ more: Int, _ name: String, at now: Timestamp) throws -> [BackendEvent] {
        let subscription = try journal.subscription(named: name)
        let total = (book.transactions.seats(of: subscription) ?? 0) + more
        let wish = BackendPayment(
            token: PaymentToken(launch: 0, number: 0), productID: subscription.productID, options: [.seats(total)])
        return try boughtElsewhere(wish, at: now).events
    }

    /// Pays back some seats of one of a subscription's transactions, or all of them.
    fileprivate mutating func someSeatsRefunded(
        _ pick: Int, _ name: String, at now: Timestamp
    ) throws -> [BackendEvent] {
        let places = try journal.subscription(named: name).places
        let transaction = book.transactions[places[pick % places.count]].transaction
        guard let left = transaction.seats, left > 0 else { return [] }
        return try seatsRefunded(1 + pick / 3 % left, of: transaction.id, percentage: 100, at: now)
    }

    fileprivate func someID(_ pick: Int) -> String? {
        let count = book.transactions.records.count + book.transactions.renewals.count
        guard count > 0 else { return nil }
        let index = pick % count
        return index < book.transactions.records.count
            ? book.transactions.records[index].transaction.id
            : book.transactions.renewals.id(index - book.transactions.records.count)
    }
}

/// All of an account that counts, to be compared.
struct LifePrint: Equatable {
    var transactions: [StoreTransaction]
    var finished: [Bool]
    var deleted: [Int]
    var charges: Int
    var unfinished: Int
    var refunds: [SimulatedRefund]
    var subscriptions: [AccountSubscription]
    var charged: [Bool]

    init(_ account: SimulatedAccountState) {
        let history = account.book.transactions.history
        transactions = history.map(\.transaction)
        finished = history.map(\.isFinished)
        charged = history.map(\.isCharged)
        deleted = account.book.transactions.deleted.all.keys.sorted()
        charges = account.book.transactions.chargeCount
        unfinished = account.book.transactions.unfinishedCount
        refunds = Array(account.book.refunds.all)
        subscriptions = account.book.subscriptions.all
    }
}
