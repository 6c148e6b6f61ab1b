#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite("The order in which deliveries arrive")
    struct LineOrderTests {
        @Test(
            "U5, M6: with moves and joined subscriptions each order ends in the same entitlements",
            arguments: 0..<UInt64(300))
        func orders(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            let deliveries = RandomLives(users: 3, moves: true, using: &generator).deliveries
            var (sorted, shuffled) = (LineShelf(), LineShelf())
            for delivery in deliveries.sorted(by: { $0.time < $1.time }) { try sorted.report(delivery.value) }
            for delivery in deliveries.shuffled(using: &generator) { try shuffled.report(delivery.value) }
            for number in 0..<3 {
                for time in [1_050, 1_150] as [Int64] {
                    let expected = try sorted.entitlements(of: user(number), at: time)
                    let found = try shuffled.entitlements(of: user(number), at: time)
                    let place = "seed \(seed), user \(number), at \(time)"
                    #expect(found.activeProductIDs == expected.activeProductIDs, "\(place)")
                    #expect(found.purchasedQuantities == expected.purchasedQuantities, "\(place)")
                }
            }
        }
    }
#endif
