import Foundation
import PurserTesting
import Testing

@testable import Purser

/// Entitlements of subscriptions with seats, beside a sum that is made without them.
@Suite("E2: entitlements of subscriptions with seats")
struct SeatEntitlementTests {
    /// A transaction as the store has it: what the independent sum is made of.
    private struct Bought {
        var id: Int
        var period: Int
        var quantity: Int
        var revoked = 0
        var isRevoked = false
    }

    private static let length: Int64 = 30 * 86_400_000

    private static func transaction(_ bought: Bought, signed: Int, isOnlyOne: Bool, at start: Int64) -> StoreTransaction
    {
        var fields = StoreTransaction.Fields(
            id: "\(bought.id)", productID: "team", productType: .autoRenewable, purchasedQuantity: bought.quantity,
            purchaseTime: Timestamp(milliseconds: start))
        fields.originalID = "1"
        fields.subscriptionGroupID = "group"
        fields.expirationTime = Timestamp(milliseconds: Int64(bought.period + 1) * length)
        fields.signedTime = Timestamp(milliseconds: Int64(signed))
        fields.revocationTime = bought.isRevoked ? Timestamp(milliseconds: start + 1) : nil
        fields.multiSeatInfo = .init(
            invitationManagement: .apple, priceTiers: [.init(price: 10, quantity: bought.quantity)],
            revokedSeatQuantity: bought.revoked == 0 ? nil : bought.revoked)
        fields.additionalTransactionReason = isOnlyOne ? nil : .seatAddition
        return StoreTransaction(fields)
    }

    /// One life: periods with additions, each seat refund and whole refund told, in an order of the seed's.
    private static func check(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func pick(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(random.next() % UInt64(range.count)) }
        var line = SubscriptionPeriods(periods: [])
        var all: [Bought] = []
        var (starts, signed): ([Int: Int64], Int) = ([:], 0)
        func report(_ index: Int, isNew: Bool) {
            signed += 1
            let bought = all[index]
            let parts = all.filter { $0.period == bought.period }.count
            line.add(
                transaction(bought, signed: signed, isOnlyOne: parts == 1, at: starts[bought.id] ?? 0), isNew: isNew)
        }
        func buy(_ period: Int, _ quantity: Int, at start: Int64) {
            all.append(Bought(id: all.count + 1, period: period, quantity: quantity))
            starts[all.count] = start
            report(all.count - 1, isNew: true)
        }
        for period in 0..<4 {
            // Fewer or more seats than before: a renewal says the new number in one transaction.
            buy(period, pick(1...20), at: Int64(period) * length)
            for step in 0..<pick(0...5) {
                let now = Int64(period) * length + Int64(step + 1) * 86_400_000
                let present = all.indices.filter { all[$0].period == period }
                switch pick(0...3) {
                case 0, 1: buy(period, pick(1...9), at: now)
                case 2:
                    // Seats of one transaction are paid back; the last of them takes the transaction, too.
                    let index = present[pick(0...present.count - 1)]
                    let left = all[index].quantity - all[index].revoked
                    guard left > 0, !all[index].isRevoked else { continue }
                    all[index].revoked += pick(1...left)
                    all[index].isRevoked = all[index].revoked == all[index].quantity
                    report(index, isNew: false)
                default:
                    let index = present[pick(0...present.count - 1)]
                    all[index].isRevoked = true
                    report(index, isNew: false)
                }
                try compare(all.filter { $0.period == period }, line, at: now + 1)
            }
            let end = Int64(period + 1) * length
            for moment in [end - 1, end] where all.contains(where: { $0.period == period && !$0.isRevoked }) {
                let subscription = StoreSubscription(line, at: Timestamp(milliseconds: moment))
                try #require(subscription?.isActive == (moment < end))
            }
        }
    }

    private static func compare(_ present: [Bought], _ line: SubscriptionPeriods, at moment: Int64) throws {
        let seats = present.filter { !$0.isRevoked }.reduce(0) { $0 + $1.quantity - $1.revoked }
        let isOwned = present.contains { !$0.isRevoked }
        let subscription = StoreSubscription(line, at: Timestamp(milliseconds: moment))
        try #require(subscription?.isActive == isOwned && subscription?.seats == seats)
        try #require(subscription?.state == (isOwned ? .subscribed : .revoked))
    }

    @Test("E2: seats are an independent sum, and access lasts until every transaction of the period is revoked")
    func lives() async throws {
        try await Seeds.forEach(count: plain(75, long: 300)) { seed in try Self.check(seed) }
    }

    @Test("E2: seats that are bought anew in the moment of a refund are a period of their own, by the store's item")
    func sameMoment() throws {
        func subscription(_ items: [String?], isOnlyOne: [Bool]) throws -> StoreSubscription {
            let periods = [8, 4].enumerated().map { index, quantity in
                let bought = Bought(id: index + 1, period: 0, quantity: quantity, isRevoked: index == 0)
                let transaction = Self.transaction(bought, signed: index, isOnlyOne: isOnlyOne[index], at: 0)
                var fields = transaction.fields
                fields.webOrderLineItemID = items[index]
                return StoreTransaction(fields)
            }
            // The later purchase is taken back, too.
            var last = periods[1].fields
            last.revocationTime = Timestamp(milliseconds: 1)
            var line = SubscriptionPeriods(periods: periods)
            line.add(StoreTransaction(last), isNew: false)
            var first = periods[0].fields
            first.revocationTime = nil
            line.add(StoreTransaction(first), isNew: false)
            return try #require(StoreSubscription(line, at: Timestamp(milliseconds: 9)))
        }
        // The earlier period was given back meanwhile; it does not count instead of the later one.
        #expect(try subscription(["1", "2"], isOnlyOne: [true, true]).state == .revoked)
        #expect(try subscription(["1", "2"], isOnlyOne: [false, true]).state == .revoked)
        // These are of one period, by their item, by what the store says of both, or by all that is known.
        #expect(try subscription(["1", "1"], isOnlyOne: [true, true]).seats == 8)
        #expect(try subscription(["1", "2"], isOnlyOne: [false, false]).seats == 8)
        #expect(try subscription([nil, "2"], isOnlyOne: [true, true]).seats == 8)
    }

    @Test("E2: seats that are added use up no period of an offer: the first transaction of each period counts")
    func offerPeriods() throws {
        var periods: [StoreTransaction] = []
        for period in 0..<3 {
            for part in 0..<2 {
                let bought = Bought(id: 2 * period + part + 1, period: period, quantity: 2)
                let start = Int64(period) * Self.length + Int64(part)
                var fields = Self.transaction(bought, signed: bought.id, isOnlyOne: false, at: start).fields
                fields.offer = .init(type: .promotional, id: "half", paymentMode: .payAsYouGo)
                fields.reason = part == 0 && period > 0 ? .renewal : .purchase
                periods.append(StoreTransaction(fields))
            }
        }
        for count in 1...periods.count {
            let line = SubscriptionPeriods(periods: Array(periods.prefix(count)))
            #expect(line.offerPeriods(upTo: periods[count - 1]) == (count + 1) / 2)
        }
    }

    @Test("A subscription without seats has none to tell, and an assigned one is somebody else's to pay")
    func others() {
        var fields = StoreTransaction.sample("1", "gold", .autoRenewable).fields
        #expect(StoreSubscription(StoreTransaction(fields), state: .subscribed).seats == nil)
        fields.ownershipType = .assigned
        fields.multiSeatInfo = .init(invitationManagement: .apple, priceTiers: [])
        fields.purchasedQuantity = 8
        var info = StoreRenewalInfo(originalTransactionID: "1", currentProductID: "gold", willAutoRenew: true)
        info.renewalQuantity = 6
        let subscription = StoreSubscription(StoreTransaction(fields), state: .subscribed, renewalInfo: info)
        #expect(subscription.seats == 8 && subscription.renewalSeats == 6 && subscription.isAssigned)
        info.willAutoRenew = false
        #expect(
            StoreSubscription(StoreTransaction(fields), state: .subscribed, renewalInfo: info).renewalSeats == nil)
    }
}
