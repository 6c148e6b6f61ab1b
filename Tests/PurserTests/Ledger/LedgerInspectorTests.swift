import Foundation
import Purser
import PurserInspection
import PurserTesting
import Testing

@Suite("Looking into a ledger")
struct LedgerInspectorTests {
    /// A ledger with a snapshot and several logs, closed in an orderly way.
    private func ledger() throws -> (files: CrashingFiles, digest: LedgerDigest) {
        let files = CrashingFiles()
        var workload = LedgerWorkload(seed: 6)
        let storage = FileLedgerStorage(files, options: LedgerCrashTests.options)
        workload.adopt(try storage.records())
        for index in 1...40 {
            let (records, isUrgent) = workload.batch()
            try storage.append(records, isUrgent: isUrgent)
            if index.isMultiple(of: 15) { try storage.compact { _, _ in 1 } }
        }
        storage.close()
        return (files, workload.digest)
    }

    @Test("A whole ledger has no findings, passes on all its records, and is repaired to itself")
    func whole() throws {
        let (files, digest) = try ledger()
        let inspector = LedgerInspector(files)
        #expect(try inspector.check().isEmpty)
        var records: [LedgerRecord] = []
        let findings = try inspector.records { record, _, _ in records.append(record) }
        #expect(findings.isEmpty)
        #expect(records.contains { if case .intent = $0 { true } else { false } })
        #expect(records.contains { if case .piece(.transaction) = $0 { true } else { false } })
        let copy = CrashingFiles(path: "/copy")
        #expect(try inspector.repair(into: copy).isEmpty)
        #expect(try FileLedgerStorage(copy).digest() == digest)
        #expect(throws: PurchaseFailure.self) { try inspector.repair(into: copy) }
    }

    @Test("Damage is listed with file and offset, and what is whole around it is saved")
    func damaged() throws {
        let (files, digest) = try ledger()
        let name = try #require(try files.list().last { $0.hasPrefix("log-") })
        var bytes = try #require(files.bytes(of: name))
        bytes[134] ^= 1
        files.replace(name, with: bytes)
        let findings = try LedgerInspector(files).check()
        #expect(findings.map(\.path) == [files.path(of: name)])
        #expect(findings.map(\.offset) == [128])
        #expect(findings.map(\.isHarmless) == [false])
        let copy = CrashingFiles(path: "/copy")
        #expect(try LedgerInspector(files).repair(into: copy) == findings)
        let saved = try FileLedgerStorage(copy).state()
        #expect(saved.nextSequence > digest.nextSequence / 2)
        #expect(throws: PurchaseFailure.self) { try FileLedgerStorage(files).state() }
    }

    @Test(
        "E3: the entitlements of a ledger are those of its store, also behind a signed date that nobody has confirmed")
    func unconfirmedDate() throws {
        func period(_ id: String, _ productID: String, at seconds: Int64) -> IncomingTransaction {
            let transaction = StoreTransaction.sample(id, productID, .autoRenewable, at: seconds) {
                ($0.originalID, $0.subscriptionGroupID, $0.expirationTime) = ("T1", "club", at(seconds + 1_000))
            }
            return IncomingTransaction(transaction, phase: .complete, needsFinish: false)
        }
        var state = LedgerState()
        let year: Int64 = 365 * 86_400
        let records = state.records(
            reporting: [period("T1", "silver", at: 0), period("T2", "gold", at: year)], now: at(0))
        let files = CrashingFiles()
        let storage = FileLedgerStorage(files)
        _ = try storage.state()
        try storage.append(records, isUrgent: true)
        storage.close()
        let stored = StoreEntitlements(state.entitlementSnapshot(), deviceTime: at(50))
        let inspected = try LedgerInspector(files).entitlements(at: at(50).date)
        #expect(stored.subscriptions.map(\.productID) == ["gold"])
        #expect(inspected.subscriptions.map(\.transaction) == stored.subscriptions.map(\.transaction))
        // Its renewal may have come while no app ran.
        let minuteAfter = at(year + 1_060).date
        #expect(try LedgerInspector(files).entitlements(at: minuteAfter).contains("gold"), "E4: as in a store")
        #expect(try !LedgerInspector(files).entitlements(at: minuteAfter, policy: .none).contains("gold"))
    }
}
