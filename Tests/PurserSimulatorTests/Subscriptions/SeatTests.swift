import Foundation
import PurserTesting
import Testing

@testable import Purser
@testable import PurserSimulator

@Suite("Subscriptions with seats in the embedded App Store")
struct SeatTests {
    static var catalog: SimulatorCatalog {
        SimulatorCatalog(products: [
            .simulated("single", .autoRenewable, price: 5),
            .simulated(
                "team", .autoRenewable, price: 10, level: 2,
                seatPriceTiers: [
                    .init(minimumSeats: 1, maximumSeats: 3, price: 10, displayPrice: ""),
                    .init(minimumSeats: 4, maximumSeats: 20, price: 7, displayPrice: ""),
                ]),
            .simulated(
                "year", .autoRenewable, price: 100, level: 2, period: SubscriptionPeriod(1, .year),
                offers: [
                    StoreOffer(
                        type: .promotional, id: "half", paymentMode: .payAsYouGo, price: 50, period: .init(1, .year))
                ],
                seatPriceTiers: [.init(minimumSeats: 1, price: 100, displayPrice: "")]),
        ])
    }

    private var account = SimulatedAccountState(catalog: Self.catalog)

    init() { account.journal.notices.record(for: .test) }

    private var subscription: SimulatedSubscription { account.journal.subscriptions[0] }
    /// How many it has, now and in its next period.
    private var seats: [Int?] { [subscription.seats, subscription.renewalSeats] }
    private var charged: [Decimal] { account.charges.map(\.amount) }

    @Test("Seats fill the tiers: what is charged is their sum, and the price of the transaction the average of one")
    mutating func tiers() throws {
        let bought = try account.pays(1, "team", [.seats(5)])
        #expect(bought.purchasedQuantity == 5 && bought.seats == 5 && bought.price == Decimal(string: "8.8"))
        #expect(bought.multiSeatInfo?.priceTiers == [.init(price: 10, quantity: 3), .init(price: 7, quantity: 2)])
        #expect(charged == [44] && account.charges.map(\.quantity) == [5])
        let info = account.journal.renewalInfo(of: try #require(account.subscription))
        #expect(info.renewalQuantity == 5 && info.multiSeatInfo?.renewalPriceTiers.total == 44)
        #expect(account.journal.notices.take(for: .test).map(\.spelling) == ["SUBSCRIBED/INITIAL_BUY"])
    }

    @Test("M1: seats answer their payment, also where answers name none")
    func unnamedAnswer() async throws {
        let appStore = EmbeddedAppStore(
            catalog: Self.catalog, options: EmbeddedAppStoreOptions(answersNamePayments: false))
        let store = try await PurchaseStore.open(backend: appStore)
        let bought = try await store.purchase("team", context: ["call": "x"], options: [.seats(3)])
        #expect(bought.purchase?.update.context == ["call": "x"] && bought.purchase?.update.transaction.seats == 3)
        try await store.close()
    }

    @Test("Added seats are a further transaction of the period, at the price of their tier for the time that is left")
    mutating func additions() throws {
        let first = try account.pays(1, "team", [.seats(2)])
        _ = account.journal.notices.take(for: .test)
        // Half of 31 days is left.
        let now = at(31 * 43_200)
        let events = account.paymentsSubmitted([payment(2, "team", [.seats(5)])], at: now)
        let (added, again) = (events[0].transaction?.transaction, events[1].transaction?.transaction)
        #expect(added?.purchasedQuantity == 3 && added?.expirationTime == first.expirationTime)
        #expect(added?.multiSeatInfo?.priceTiers.map(\.price) == [5, 3.5])
        #expect(again?.id == first.id && again?.additionalTransactionReason == .seatAddition)
        #expect(added?.additionalTransactionReason == .seatAddition && added?.originalID == first.id)
        #expect(charged == [20, 12] && seats == [5, 5])
        #expect(
            account.journal.notices.take(for: .test).map(\.spelling) == ["DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY"])
        // All seats renew, in one transaction.
        _ = account.live(until: day(32))
        #expect(charged == [20, 12, 44] && seats == [5, 5])
        #expect(subscription.transaction.additionalTransactionReason == nil)
    }

    @Test("Fewer seats come with the next period, and the choice can be taken back before")
    mutating func fewer() throws {
        _ = try account.pays(1, "team", [.seats(5)])
        _ = account.journal.notices.take(for: .test)
        for (wanted, reported) in [
            (3, "DECREASE_QUANTITY"), (4, "INCREASE_QUANTITY"), (5, nil), (2, "DECREASE_QUANTITY"),
        ] {
            _ = try account.journal.seatsChosen(wanted, "team", at: day(1))
            #expect(seats == [5, wanted])
            let spelling = reported.map { "DID_CHANGE_RENEWAL_PREF/\($0)" } ?? "DID_CHANGE_RENEWAL_PREF"
            #expect(account.journal.notices.take(for: .test).map(\.spelling) == [spelling])
        }
        for wrong in [0, 6] {
            #expect(throws: BackendFailure.self) { try account.journal.seatsChosen(wrong, "team", at: day(1)) }
        }
        _ = account.live(until: day(100))
        #expect(seats == [2, 2] && charged == [44, 20, 20, 20])
    }

    @Test(
        "Of a change that waits for the renewal, other seats alone are notified as more or fewer, and not as a change")
    mutating func planned() throws {
        _ = account.buys(1, "single")
        _ = account.journal.notices.take(for: .test)
        var number: UInt64 = 1
        let wishes: [(Int?, String)] = [
            (4, "DOWNGRADE"), (6, "INCREASE_QUANTITY"), (2, "DECREASE_QUANTITY"), (nil, "DOWNGRADE"),
        ]
        for (seats, reported) in wishes {
            number += 1
            _ = try account.pays(number, "year", seats.map { [.seats($0)] } ?? [], at: day(1))
            #expect(self.seats == [nil, seats])
            #expect(account.journal.notices.take(for: .test).map(\.spelling) == ["DID_CHANGE_RENEWAL_PREF/\(reported)"])
        }
    }

    @Test("Refunded seats leave the transaction in force; access goes with the last transaction of the period")
    mutating func refunds() throws {
        let first = try account.pays(1, "team", [.seats(5)]).id
        let second = try account.pays(2, "team", [.seats(7)], at: day(10)).id
        _ = account.journal.notices.take(for: .test)
        _ = try account.seatsRefunded(3, of: first, percentage: 100, at: day(11))
        #expect(seats == [4, 7] && subscription.state == .subscribed)
        #expect(account.book.transactions[0].transaction.revocationTime == nil)
        #expect(account.book.refunds.all.last?.amount == 24)
        _ = try account.seatsRefunded(2, of: first, percentage: 100, at: day(12))
        #expect(seats == [2, 7] && subscription.transaction.id == second)
        #expect(account.book.transactions[0].transaction.revocationTime != nil)
        #expect(account.book.refunds.all.last?.amount == 20)
        _ = try account.revoked(second, reason: .other, percentage: 100, at: day(13))
        #expect(subscription.state == .revoked && subscription.seats == 0)
        #expect(account.journal.notices.take(for: .test).map(\.spelling) == ["REFUND/SEATS", "REFUND", "REFUND"])
        _ = try account.reinstated(first, at: day(14))
        #expect(seats == [5, 7] && subscription.transaction.id == first)
        // What was chosen for the next period stays.
        _ = account.live(until: day(32))
        #expect(seats == [7, 7])
        let id = subscription.transaction.id
        #expect(throws: BackendFailure.self) { try account.seatsRefunded(8, of: id, percentage: 100, at: day(33)) }
    }

    @Test("An offer's price is that of each seat, and the seats that are added in its time cost as much")
    mutating func offers() throws {
        _ = account.buys(1, "single")
        let year = try account.pays(2, "year", [.seats(4), .promotionalOffer("half")], at: day(31))
        #expect(year.productID == "single")
        _ = account.live(until: day(32))
        #expect(charged.last == 5)
        _ = try account.journal.autoRenewed(false, "single", at: day(32))
        _ = account.live(until: day(100))
        let bought = try account.pays(3, "year", [.seats(4), .promotionalOffer("half")], at: day(100))
        #expect(bought.price == 50 && charged.last == 200)
        _ = try account.pays(4, "year", [.seats(5)], at: day(100))
        #expect(charged.last == 50)
        _ = account.live(until: day(470))
        #expect(charged.last == 500)
    }

    @Test("A change of products ends all transactions of the period, and pays back the rest of each")
    mutating func changes() throws {
        _ = try account.pays(1, "team", [.seats(2)])
        _ = try account.pays(2, "team", [.seats(3)], at: at(31 * 43_200))
        _ = account.buys(3, "single", at: at(31 * 43_200))
        #expect(account.book.refunds.all.map(\.amount) == [10, 5])
        #expect(account.book.transactions.history.map(\.transaction.isUpgraded) == [true, true, false])
        #expect(subscription.seats == nil)
        // Back with more seats: at the renewal.
        _ = try account.pays(4, "team", [.seats(6)], at: day(20))
        #expect(seats == [nil, 6])
        _ = account.live(until: day(60))
        #expect(seats == [6, 6])
    }

    @Test("Without seats first, seats begin at once; as many again, or in grace, are rejected with a reason")
    mutating func rejections() throws {
        _ = account.buys(1, "team")
        #expect(subscription.seats == nil)
        _ = try account.pays(2, "team", [.seats(2)], at: at(31 * 43_200))
        #expect(seats == [2, 2] && account.book.refunds.all.map(\.amount) == [5])
        func code(_ product: String, _ options: Set<PurchaseOption>, at now: Timestamp) -> PurchaseFailure.Code? {
            account.failure(product, options, at: now)?.code
        }
        #expect(code("team", [.seats(2)], at: day(16)) == .invalidQuantity)
        #expect(code("team", [.seats(21)], at: day(16)) == .invalidQuantity)
        #expect(code("team", [.seats(3), .promotionalOffer("half")], at: day(16)) == .paymentInvalid)
        let none = account.failure("single", [.seats(3)], at: day(16))
        #expect(none?.code == .paymentInvalid && none?.message.contains("Remove the option") == true)
        account.catalog.settings.failsRenewals = true
        account.catalog.settings.hasBillingGracePeriod = true
        _ = account.live(until: day(50))
        #expect(code("team", [.seats(3)], at: day(50)) == .paymentInvalid)
        account.followsStoreKit1 = true
        #expect(code("team", [.seats(3)], at: day(50)) == .unsupportedPlatform)
        #expect(account.book.transactions.chargeCount == 2)
    }

    @Test("A restore brings every transaction of the present period, and what is deleted of it leaves the others")
    mutating func restores() throws {
        _ = try account.pays(1, "team", [.seats(2)])
        _ = account.live(until: day(40))
        _ = try account.pays(2, "team", [.seats(6)], at: day(40))
        let restored = account.restoreRequested(RestoreID(rawValue: 1)).compactMap(\.transaction)
        #expect(restored.map(\.transaction.purchasedQuantity).sorted() == [2, 2, 4])
        try account.deleted(subscription.transaction.id, at: day(41))
        #expect(seats == [2, 6] && subscription.state == .subscribed)
        _ = try account.journal.extended("team", by: .seconds(86_400), at: day(42))
        #expect(account.book.flaw == nil)
    }

    @Test("Another storefront rounds the prices of seats, and its texts are written when somebody asks")
    mutating func storefronts() throws {
        account.catalog.move(to: StoreStorefront(countryCode: "JPN", currencyCode: "JPY", id: "1"))
        let tiers = account.catalog["team"]?.subscription?.seatPriceTiers
        #expect(tiers?.map(\.displayPrice).allSatisfy { !$0.isEmpty } == true)
        #expect(try account.pays(1, "team", [.seats(1)]).currencyCode == "JPY")
    }
}

extension ServerNotification {
    fileprivate var spelling: String { subtype.map { "\(type)/\($0)" } ?? type }
}

extension SimulatedAccountState {
    /// Buys, and says which transaction answers.
    fileprivate mutating func pays(
        _ number: UInt64, _ product: String, _ options: Set<PurchaseOption>, at now: Timestamp = at(0)
    ) throws -> StoreTransaction {
        _ = live(until: now)
        let answer = paymentsSubmitted([payment(number, product, options)], at: now)[0].transaction?.transaction
        return try #require(answer)
    }

    /// How a payment fails.
    fileprivate func failure(
        _ product: String, _ options: Set<PurchaseOption>, at now: Timestamp
    ) -> BackendFailure? {
        var copy = self
        let events = copy.paymentsSubmitted([payment(999, product, options)], at: now)
        guard case .paymentEnded(let ending) = events[0], case .failed(let error) = ending.result else { return nil }
        return error
    }
}
