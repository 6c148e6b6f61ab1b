import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("An account's folder on a disk that dies", .timeLimit(.minutes(30)))
struct AccountCrashTests {
    private func open(_ files: CrashingFiles) throws -> EmbeddedAppStore {
        try EmbeddedAppStore(
            catalog: .sample(), home: AccountHome(files: files, hold: 0, durability: .synced), clock: SystemClock(),
            faults: .none, options: EmbeddedAppStoreOptions())
    }

    /// Buys until the disk dies; what was charged by then for all that the caller knows.
    private func live(on files: CrashingFiles) async throws -> (known: Int, asked: Int) {
        guard let store = try? open(files) else { return (0, 0) }
        try await store.activate()
        // Long options make the log grow, so that the account is written anew within a few purchases.
        let long = PurchaseOption(.custom(key: "note", value: .string(String(repeating: "x", count: 8_000))))
        for number in UInt64(1)...30 {
            if number % 3 == 0 { await store.nextPurchase(.asksToBuy) }
            do {
                try await store.submit([payment(number, "coins", [long])])
                _ = await store.finish(await store.unfinishedTransactions.map(\.id))
                if number % 3 == 0 { try await store.approveAll() }
            } catch {
                return (await store.chargeCount, await store.chargeCount + 1)
            }
        }
        let count = await store.chargeCount
        return (count, count)
    }

    @Test("At whichever request the power goes, every charge that was answered is there, and at most one more")
    func everyRequest() async throws {
        let whole = CrashingFiles()
        _ = try await live(on: whole)
        #expect(whole.requests > 60)
        let account = try #require(whole.bytes(of: AccountHome.fileName))
        #expect(String(decoding: account, as: UTF8.self).contains("\"generation\":2"))
        var random = SplitMix64(seed: 7)
        for request in stride(from: 1, through: whole.requests, by: plain(4, long: 1)) {
            let files = CrashingFiles()
            files.change { $0.diesAt = request }
            let (known, asked) = try await live(on: files)
            #expect(files.isDead)
            for found in [files.afterKill(), files.afterPowerLoss(using: &random)] {
                let store = try open(found)
                #expect((known...asked).contains(await store.chargeCount), "request \(request)")
                try await store.activate()
                try await store.submit([payment(99, "pass")])
                #expect(try await open(found.afterKill()).transactions == store.transactions)
            }
        }
    }

    @Test("What a full disk refuses does not happen, and what comes when there is room again is kept")
    func full() async throws {
        let files = CrashingFiles()
        let store = try open(files)
        try await store.activate()
        try await store.submit([payment(1, "coins")])
        try await store.submit([payment(2, "coins")])
        for room in stride(from: 0, to: 900, by: 45) {
            let before = await store.transactions
            let capacity = files.size + room
            files.change { $0.capacity = capacity }
            let number = UInt64(room + 10)
            let isTaken = (try? await store.submit([payment(number, "coins")])) != nil
            #expect(await store.transactions.count == before.count + (isTaken ? 1 : 0))
            #expect(try await open(files.afterKill()).transactions == store.transactions)
            files.change { $0.capacity = nil }
        }
        try await store.submit([payment(5_000, "lamp")])
        #expect(try await open(files.afterKill()).transactions == store.transactions)
        #expect(try await open(files.afterKill()).charges == store.charges)
    }
}
