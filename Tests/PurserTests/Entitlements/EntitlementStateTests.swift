import PurserTesting
import Testing

@testable import Purser

@Suite("Entitlements: a function of ledger and time")
struct EntitlementStateTests {
    private func entitlements(
        _ changes: [(old: StoreTransaction?, new: StoreTransaction)], at time: Timestamp, trusted: Timestamp = at(0)
    ) -> StoreEntitlements {
        let board = CurrentEntitlements(EntitlementState(hash: KeyedHash(first: 1, second: 2)), trustedDate: trusted)
        var all = EntitlementChanges()
        for change in changes { all.add(change.new, after: change.old) }
        board.apply(all, trustedDate: trusted)
        return StoreEntitlements(board.snapshot, deviceTime: time)
    }

    @Test("D2: consumables count once, and a refund takes them back")
    func balances() {
        let bought = StoreTransaction.sample("T1") { $0.purchasedQuantity = 3 }
        let other = StoreTransaction.sample("T2") { $0.purchasedQuantity = 2 }
        let now = entitlements([(nil, bought), (nil, other), (bought, bought.described(at: 5))], at: at(9))
        #expect(now.purchasedQuantity(of: "coins") == 5)
        let later = entitlements([(nil, bought), (nil, other), (bought, bought.revoked(at: 5))], at: at(9))
        #expect(later.purchasedQuantity(of: "coins") == 2)
        #expect(later.purchasedQuantity(of: "unheard of") == 0)
    }

    @Test("E5: a subscription is active in its period, and revoked when the period bought last is taken back")
    func subscription() {
        let first = StoreTransaction.sample("T1", "club", .autoRenewable, at: 0) { $0.expirationTime = at(100) }
        let second = StoreTransaction.sample("T2", "club", .autoRenewable, at: 90) {
            $0.originalID = "T1"
            $0.expirationTime = at(200)
        }
        #expect(entitlements([(nil, first)], at: at(99)).contains("club"))
        #expect(!entitlements([(nil, first)], at: at(100)).contains("club"))
        #expect(entitlements([(nil, second), (nil, first)], at: at(150)).contains("club"))
        let back = entitlements([(nil, first), (nil, second.revoked(at: 95))], at: at(98))
        #expect(!back.contains("club") && back.subscriptions.map(\.state) == [.revoked])
        #expect(entitlements([(nil, first.revoked(at: 1))], at: at(2)).subscriptions.first?.state == .revoked)
    }

    @Test(
        "E2, E5: of many periods the last that has begun decides, in whatever order they were reported",
        arguments: 0..<50)
    func periodsInAnyOrder(seed: UInt64) {
        let periods = (1...7).map { number in
            StoreTransaction.sample("T\(number)", "club", .autoRenewable, at: Int64(number) * 10) {
                $0.originalID = "T1"
                $0.expirationTime = at(Int64(number) * 10 + 10)
            }
        }
        // Told once as bought and once as revoked: the later description stands in the place of the earlier.
        var generator = SeededGenerator(seed: seed)
        let reported = periods.shuffled(using: &generator).map { (old: StoreTransaction?.none, new: $0) }
        let now = entitlements(
            reported + [(periods[3], periods[3].revoked(at: 45)), (periods[2], periods[2].revoked(at: 35))], at: at(55))
        #expect(now.activeSubscriptions.map(\.transaction.id) == ["T5"])
        #expect(now.subscriptions.count == 1)
    }

    @Test("A product bought in several lines is owned as long as one of them stands")
    func severalLines() {
        let passes = (1...3).map { StoreTransaction.sample("T\($0)", "pass", .nonRenewable, at: Int64($0)) }
        let bought: [(old: StoreTransaction?, new: StoreTransaction)] = passes.map { (nil, $0) }
        #expect(entitlements(bought, at: at(9)).active.map(\.transaction) == [passes[2]])
        let two = bought + [(passes[2], passes[2].revoked(at: 5)), (passes[0], passes[0].revoked(at: 5))]
        #expect(entitlements(two, at: at(9)).active.map(\.transaction) == [passes[1]])
        let none = two + [(passes[1], passes[1].revoked(at: 6))]
        #expect(!entitlements(none, at: at(9)).contains("pass") && entitlements(none, at: at(9)).activeProductIDs == [])
    }

    @Test("What may be used now is listed once for each product, in order, with the transaction that lasts longest")
    func active() throws {
        let tools = StoreTransaction.sample("T1", "tools", .nonConsumable)
        let coins = StoreTransaction.sample("T2", "coins")
        let clubs = (3...5).map { number in
            StoreTransaction.sample("T\(number)", "club", .autoRenewable) {
                $0.expirationTime = at(number == 4 ? 300 : 200)
                $0.ownershipType = number == 4 ? .familyShared : .purchased
            }
        }
        let bought = ([tools, coins] + clubs).map { (old: StoreTransaction?.none, new: $0) }
        let now = entitlements(bought, at: at(100))
        #expect(now.active.map(\.productID) == ["club", "tools"] && now.activeProductIDs == ["club", "tools"])
        let club = try #require(now["club"])
        #expect(club == now.active.first && club.transaction == clubs[1] && club.subscription?.state == .subscribed)
        #expect(club.expirationDate == at(300).date && club.productType == .autoRenewable && club.id == "club")
        #expect(now["tools"]?.subscription == nil && now["tools"]?.expirationDate == nil)
        #expect(now["coins"] == nil && now["unheard of"] == nil)
        let later = entitlements(bought, at: at(300))
        #expect(later["club"] == nil && later.active.map(\.productID) == ["tools"])
        #expect(entitlements(bought.reversed(), at: at(100)).active == now.active)
    }

    @Test("E3: time cannot be turned back behind the latest trusted date")
    func trustedTime() {
        let period = StoreTransaction.sample("T1", "club", .autoRenewable) { $0.expirationTime = at(100) }
        let cheated = entitlements([(nil, period)], at: at(50), trusted: at(150))
        #expect(cheated.time == at(150) && !cheated.contains("club"))
    }
}
