import Foundation
import Purser
import PurserTesting
import Testing

/// A session ends while the one before still takes leave of the backend, so that its own greeting never comes.
@Suite("Sessions that end before the backend was asked to activate")
struct EarlyEndTests {
    /// How a session ends.
    enum Ending: CaseIterable {
        case switching
        case closing
    }

    /// Asks a store for purchases and a restore, and ends its session before its turn has come.
    private static func end(_ shop: LifeShop, by ending: Ending) async throws {
        let first = try await shop.open { $0.account = .user(UUID()) }
        try await first.waitUntilReady()
        shop.backend.hang(.deactivate)
        let closing = shop.context.start { try await first.close() }
        try await shop.wait("the farewell") { shop.backend.stuck(in: .deactivate) == 1 }
        let second = try await shop.openWhenFree {
            $0.account = .user(UUID())
            $0.storage = nil
        }
        var calls = (0..<3).map { _ in shop.context.start { _ = try? await second.purchase("coins") } }
        calls.append(shop.context.start { _ = try? await second.restorePurchases() })
        var generator = shop.context.generator(for: "moment")
        try await shop.context.sleep(for: .milliseconds(Int.random(in: 0...2, using: &generator)))
        switch ending {
        case .switching: try await second.switchAccount(to: .unnamed)
        case .closing: try await second.close()
        }
        for call in calls { try await call.value }
        #expect(shop.backend.count(of: .submit) == 0 && shop.backend.count(of: .restore) == 0)
        shop.backend.letGo()
        try await closing.value
        try await second.close()
    }

    @Test(
        "M1, M8: a session that ends before the backend listens submits and restores nothing",
        arguments: Ending.allCases)
    func nothingTooEarly(_ ending: Ending) async throws {
        try await Simulation.explore(count: plain(15, long: 50)) { try await Self.end(LifeShop($0), by: ending) }
    }
}
