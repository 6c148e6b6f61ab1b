import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Purchases while the disk cannot be written", .timeLimit(.minutes(30)))
struct DiskTroubleTests {
    @Test(
        "L2: payers get the typed failure, the backend keeps what is paid, and later each is granted once",
        arguments: TroubledShop.Trouble.allCases, [false, true])
    func outage(_ trouble: TroubledShop.Trouble, relaunches: Bool) async throws {
        try await expectNothing(count: plain(3, long: 12)) { seed in
            try Simulation.run(seed: seed) { try await TroubledShop($0).endure(trouble, relaunches) }
        }
    }

    @Test("Tidying up that failed leaves no half of a file, and is tried again by itself")
    func tidying() throws {
        try Simulation.run(seed: 1) { context in
            let shop = TroubledShop(context)
            shop.files.change { $0.rejectedNames = "state-" }
            let store = try await shop.open()
            for _ in 0..<30 { _ = try await store.purchase("coins") }
            try await context.sleep(for: .seconds(60))
            let requests = shop.files.requests
            #expect(try !shop.files.list().contains { $0.hasPrefix("state-") })
            // Nothing but time passes: no log is sealed, which would wake it too.
            shop.files.change { $0.rejectedNames = nil }
            try await context.sleep(for: .seconds(1_200))
            #expect(try shop.files.list().contains { $0.hasPrefix("state-") })
            #expect(shop.files.requests > requests)
            await store.close()
        }
    }
}
