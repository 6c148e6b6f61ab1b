import Foundation
import PurserInspection
import PurserTesting
import Testing

@testable import Purser

@Suite("When the store was last heard, on record", .timeLimit(.minutes(30)))
struct ReportDateTests {
    private static let day: Int64 = 86_400

    @Test("E4: it survives launches, also where the store told nothing new, with one write a day at most")
    func launches() throws {
        try Simulation.run(seed: 1) { context in
            let storage = KeptStorage()
            let asked = Lock(0)
            let backend = ScriptedBackend(script: .init(redeliver: { asked.withLock { $0 += 1 } }))
            var configuration = PurchaseStore.Configuration(backend: backend)
            configuration.storage = storage
            func lastReport() -> Int { storage.records.count { if case .lastReport = $0 { true } else { false } } }
            var store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            try #require(lastReport() == 0, "where nothing is on record it says nothing")
            let start = context.clock.timestamp()
            let year = StoreTransaction.sample("T1", "gold", .autoRenewable) {
                ($0.purchaseTime, $0.signedTime) = (start, start)
                $0.expirationTime = start.advanced(by: .seconds(365 * Self.day))
            }
            backend.inbox.put([year.reported(.elsewhere)])
            // The store answers every hour for three days, and says nothing new.
            for _ in 0..<72 {
                try await context.sleep(for: .seconds(3_600))
                backend.inbox.put([year.reported(.elsewhere)])
            }
            try await context.sleep(for: .seconds(60))
            try #require(lastReport() == 3)
            try await context.sleep(for: .seconds(30 * Self.day))
            try #require(asked.withLock(\.self) == 1)
            try #require(lastReport() == 4)
            try await store.close()

            // Away: nothing is heard any more.
            backend.change { $0.activate = { _ in throw BackendFailure(.networkError, "away", retry: .permanent) } }
            store = try await PurchaseStore.open(configuration)
            let last = try #require(store.entitlements.lastReportDate)
            let days: Int64 = (Timestamp(last).milliseconds - start.milliseconds) / (Self.day * 1_000)
            try #require(days == 31)
            try #require(!store.entitlements.isStale && store.entitlements.contains("gold"))
            try await store.close()
        }
    }

    @Test("A ledger without that record says when it recorded last; a clock that was set back counts as it is")
    func derived() {
        var ledger = LedgerState()
        #expect(ledger.lastReportTime == nil && ledger.note(.lastReport) == nil)
        _ = ledger.report(
            IncomingTransaction(
                .sample("T1", "lamp", .nonConsumable), phase: .complete, needsFinish: false),
            now: at(70))
        #expect(ledger.lastReportTime == at(70))
        var again = LedgerState()
        ledger.write { if case .lastReport = $0 { return } else { again.apply($0) } }
        #expect(again.lastReportTime == at(70))
        #expect(ledger.note(.lastReport, now: at(60)) == .lastReport(at(60)))
        again = LedgerState()
        ledger.write { again.apply($0) }
        #expect(again.lastReportTime == at(60))
        #expect(RecordKind.maySkip(RecordKind.lastReport), "earlier versions pass over it, and keep it")
    }

    @Test("It is to be recorded once a day, and whenever the calendar was set back")
    func once() {
        let owned = CurrentEntitlements(
            EntitlementState(hash: KeyedHash(first: 1, second: 2)), trustedDate: at(0), lastReport: at(0))
        #expect(!owned.isNewestReport(at: at(Self.day - 1)) && owned.isNewestReport(at: at(Self.day)))
        #expect(
            !owned.isNewestReport(at: at(2 * Self.day - 1)) && owned.isNewestReport(at: at(5))
                && !owned.isNewestReport(at: at(6)))
        owned.apply(EntitlementChanges(), trustedDate: at(0), recordTime: at(Self.day))
        #expect(!owned.isNewestReport(at: at(2 * Self.day - 1)) && owned.isNewestReport(at: at(2 * Self.day)))
    }

    @Test("Another app that reads the ledger finds it too")
    func otherApp() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-report-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let backend = ScriptedBackend()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.ledger = .folder(URL(filePath: folder))
        let store = try await PurchaseStore.open(configuration)
        backend.inbox.put([StoreTransaction.sample("T1", "lamp", .nonConsumable).reported(.elsewhere)])
        try await eventually { store.entitlements.contains("lamp") }
        try await store.close()
        #expect(try LedgerInspector(path: folder).entitlements().lastReportDate != nil)
    }
}
