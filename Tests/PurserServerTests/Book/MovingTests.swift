#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite(
        "Purchases that move between users, in the database",
        .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"), .timeLimit(.minutes(30)))
    struct MovingTests {
        @Test("U5: each update of a move is its user's; what was reported before gives nothing back after a refund")
        func refunded() async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database())
            let (one, two) = (user(1), user(2))
            let bought = StoreTransaction.thing(.nonConsumable, as: .init(user: 1, time: 1))
            let moved = StoreTransaction.thing(.nonConsumable, as: .init(user: 2, time: 2))
            let refunded = StoreTransaction.thing(.nonConsumable, as: .init(user: 2, time: 3, isRefunded: true))
            #expect(try await book.report(bought) == .recorded(of: one, 1))
            #expect(try await book.report(bought) == .known(user: one))
            #expect(
                try await book.report(moved)
                    == .recorded(user: two, updates: [.init(user: one, number: 2), .init(user: two, number: 1)]))
            #expect(try await book.report(refunded) == .recorded(of: two, 2))
            for _ in 0..<2 { #expect(try await book.report(bought) == .known(user: two)) }
            #expect(try await book.reported(one) == ["1 purchased L", "2 revoked L"])
            #expect(try await book.reported(two) == ["1 purchased L", "2 revoked L"])
            book.close()
        }

        @Test(
            "U5, O6: what was signed before the latest version changes nothing, in random orders with repetitions",
            arguments: AccountMovePolicy.allCases)
        func random(policy: AccountMovePolicy) async throws {
            let book = try await PurchaseBook.sample(try await TestCluster.database()) { $0.movePolicy = policy }
            for seed in 0..<24 {
                var generator = SeededGenerator(seed: UInt64(seed))
                let type = [StoreProduct.ProductType.consumable, .nonConsumable, .autoRenewable][seed % 3]
                let versions = (1...6).map { time in
                    MovingPurchase.Version(
                        user: Int.random(in: 0..<3, using: &generator), time: time,
                        isRefunded: Bool.random(using: &generator))
                }
                var rule = MovingPurchase(of: type, by: policy)
                for version in (versions + versions).shuffled(using: &generator) {
                    let isLatest = rule.take(version)
                    let answer = try await book.report(.thing(type, as: version, id: "L\(seed)", users: 3 * seed))
                    if !isLatest, version != rule.latest {
                        #expect(answer == .known(user: rule.holder.map { user(3 * seed + $0) }), "\(seed): \(version)")
                    }
                }
                for number in 0..<3 {
                    let owned = try await book.entitlements(of: user(3 * seed + number))
                    let isOwned = owned.contains("thing") || owned.purchasedQuantity(of: "thing") > 0
                    #expect(isOwned == rule.isOwned(by: number), "\(seed): \(rule)")
                }
            }
            book.close()
        }
    }
#endif
