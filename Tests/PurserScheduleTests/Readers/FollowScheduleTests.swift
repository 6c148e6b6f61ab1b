import Foundation
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Followed updates, under many schedules", .timeLimit(.minutes(30)))
struct FollowScheduleTests {
    private struct Flaky: Error {}

    /// What the body was given and what it dealt with, by the user who was present.
    private struct Dealt: Sendable {
        var done: [UUID: [UInt64]] = [:]
        var isRunning = false
        var overlaps = 0
    }

    @Test("S3: through failures, switches and relaunches each user's updates are dealt with in order, one at a time")
    func complete() async throws {
        try await Simulation.explore(count: plain(25, long: 100)) { try await Self.live($0) }
    }

    private static func live(_ context: SimulationContext) async throws {
        var generator = context.generator(for: "life")
        let shop = LifeShop(context)
        let users = (0..<2).map { _ in generator.uuid() }
        let storage = KeptStorage()
        let dealt = Lock(Dealt())
        var bought: [UUID: Int] = [:]
        let luck = Lock(context.generator(for: "luck"))
        for _ in 0..<3 {
            let store = try await open(shop, storage)
            let following = context.start {
                try await store.follow("app", from: .beginning) { update in
                    try await deal(with: update, dealt, luck, context)
                }
            }
            for _ in 0..<3 {
                let user = users[generator.index(below: users.count)]
                try await store.switchAccount(to: .user(user))
                for _ in 0..<generator.index(below: 3) {
                    _ = try await store.purchase("coins")
                    bought[user, default: 0] += 1
                }
                if generator.happens(0.5) { try await context.sleep(for: generator.duration(upTo: 5_000)) }
            }
            if generator.happens(0.5) { try await context.sleep(for: .seconds(60)) }
            try await store.close()
            try await following.value
        }
        try await settle(shop, users, storage, dealt, luck, context)
        let (done, overlaps) = dealt.withLock { ($0.done, $0.overlaps) }
        try #require(overlaps == 0)
        for user in users {
            let reported = done[user] ?? []
            // Each comes at least once, and again only in the order of the numbers.
            var next: UInt64 = 1
            for number in reported {
                try #require(number <= next, "\(reported)")
                next = max(next, number + 1)
            }
            try #require(next == UInt64(bought[user] ?? 0) + 1, "\(reported) of \(bought[user] ?? 0)")
        }
    }

    private static func open(
        _ shop: LifeShop, _ storage: any LedgerStorage
    ) async throws -> PurchaseStore {
        try await shop.openWhenFree { configuration in
            configuration.storage = storage
            configuration.account = .unnamed
            configuration.retries.follow = .persistent
        }
    }

    private static func deal(
        with update: StoreUpdate, _ dealt: Lock<Dealt>, _ luck: Lock<SeededGenerator>, _ context: SimulationContext
    ) async throws {
        dealt.withLock { dealt in
            if dealt.isRunning { dealt.overlaps += 1 }
            dealt.isRunning = true
        }
        defer { dealt.withLock { $0.isRunning = false } }
        let (pause, fails) = luck.withLock { ($0.duration(upTo: 800), $0.happens(0.3)) }
        try await context.sleep(for: pause)
        if fails { throw Flaky() }
        guard let user = update.transaction.appAccountToken else { return }
        dealt.withLock { $0.done[user, default: []].append(update.sequence) }
    }

    /// Lets every user come once more, for long enough.
    private static func settle(
        _ shop: LifeShop, _ users: [UUID], _ storage: any LedgerStorage,
        _ dealt: Lock<Dealt>, _ luck: Lock<SeededGenerator>, _ context: SimulationContext
    ) async throws {
        let store = try await open(shop, storage)
        let following = context.start {
            try await store.follow("app", from: .beginning) { try await deal(with: $0, dealt, luck, context) }
        }
        for user in users {
            try await store.switchAccount(to: .user(user))
            try await context.sleep(for: .seconds(3_600))
        }
        try await store.close()
        try await following.value
    }
}
