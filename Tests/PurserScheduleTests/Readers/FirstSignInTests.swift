import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Readers of a user's first sign-in, under many schedules", .timeLimit(.minutes(30)))
struct FirstSignInTests {
    /// What each kind of reader was told of three transactions that were left over when the user was named.
    private struct Told: Sendable {
        var late: [UInt64] = []
        var named: [UInt64] = []
        var opening: [UInt64] = []
        var early: [UInt64] = []
        var followed: [UInt64] = []
    }

    private static func run(seed: UInt64) throws -> Told {
        try Simulation.run(seed: seed) { context in
            var generator = context.generator(for: "moments")
            let shop = LifeShop(context)
            for _ in 0..<3 { try await shop.appStore.buyElsewhere("coins") }
            let store = try await shop.open { configuration in
                Self.nameNobody(&configuration)
                configuration.consumers = ["analytics": .now]
            }
            let early = store.updates
            let followed = Lock<[UInt64]>([])
            let following = context.start {
                try await store.follow("bookkeeping") { update in followed.withLock { $0.append(update.sequence) } }
            }
            try await store.switchAccount(to: .user(UUID()))
            // Some while after the switch, the app gets to it.
            if generator.happens(0.7) { try await context.sleep(for: generator.duration(upTo: 30)) }
            let late = store.updates
            let named = try await store.updates(for: "analytics")
            let opening = try store.updates(from: .opening)
            try await shop.wait("the left-overs", within: .seconds(60)) {
                store.lastSequence == 3 && followed.withLock { $0.count } >= 3
            }
            try await store.close()
            try await following.value
            var reported = Told()
            for await update in late { reported.late.append(update.sequence) }
            for await update in named { reported.named.append(update.sequence) }
            for await update in opening { reported.opening.append(update.sequence) }
            for await update in early { reported.early.append(update.sequence) }
            reported.followed = followed.withLock { $0 }
            return reported
        }
    }

    @Test(
        "S3, S4: named, plain, from the opening, read before, or followed: no stream misses the leftovers of a sign-in")
    func leftovers() async throws {
        try await Seeds.forEach(count: plain(25, long: 100)) { seed in
            let reported = try Self.run(seed: seed)
            try #require(reported.named == [1, 2, 3], "named")
            try #require(reported.opening == [1, 2, 3], "opening")
            try #require(reported.followed == [1, 2, 3], "followed")
            try #require(reported.late == [1, 2, 3], "plain, read some while after the sign-in")
            try #require(reported.early == [1, 2, 3], "plain, read before the sign-in and iterated after the close")
        }
    }

    @Test("B1, E5: what is bought right after a first sign-in is owned, and known to be, when the purchase returns")
    func known() async throws {
        try await Simulation.explore(count: plain(50, long: 200)) { context in
            let shop = LifeShop(context)
            for _ in 0..<3 { try await shop.appStore.buyElsewhere("coins") }
            let store = try await shop.open { Self.nameNobody(&$0) }
            let unknown = Lock(0)
            let reading = context.start {
                for await owned in store.entitlementUpdates where owned.contains("lamp") {
                    if !owned.availability.isKnown { unknown.withLock { $0 += 1 } }
                }
            }
            try await store.switchAccount(to: .user(UUID()))
            let purchase = try await store.purchase("lamp").purchase
            let owned = store.entitlements
            try #require(purchase != nil && owned.contains("lamp"))
            try #require(owned.availability.isKnown, "owned, and not known yet")
            try await store.close()
            try await reading.value
            let count: Int = unknown.withLock(\.self)
            try #require(count == 0)
        }
    }

    @Test("S3: a stream that was asked for while nobody was named is the first user's, from the first update on")
    func early() async throws {
        try await Simulation.explore(count: plain(15, long: 50)) { context in
            let shop = LifeShop(context)
            for _ in 0..<3 { try await shop.appStore.buyElsewhere("coins") }
            let store = try await shop.open { Self.nameNobody(&$0) }
            let updates = store.updates
            let reported = Lock<[UInt64]>([])
            let reading = context.start {
                for await update in updates { reported.withLock { $0.append(update.sequence) } }
            }
            try await store.switchAccount(to: .user(UUID()))
            try await shop.wait("the left-overs", within: .seconds(60)) { reported.withLock(\.count) == 3 }
            // It is that user's: the next one's are not told to it.
            try await store.switchAccount(to: .user(UUID()))
            try await reading.value
            let all: [UInt64] = reported.withLock(\.self)
            try #require(all == [1, 2, 3])
            try await store.close()
        }
    }

    /// Each user has a ledger of their own, and nobody is named yet.
    private static func nameNobody(_ configuration: inout PurchaseStore.Configuration) {
        configuration.account = .unnamed
        configuration.storage = nil
    }
}
