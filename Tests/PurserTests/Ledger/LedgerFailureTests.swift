import Purser
import PurserTesting
import Testing

@Suite("L2: requests to the disk that fail", .timeLimit(.minutes(30)))
struct LedgerFailureTests {
    private static let options = FileLedgerStorage.Options(logSize: 500, fill: 32, generator: SeededGenerator(seed: 1))

    /// Works on although requests fail; a call that failed left nothing behind.
    ///
    /// - Returns: what the ledger holds at the end.
    private static func live(_ files: CrashingFiles, _ circumstances: String) throws -> LedgerDigest {
        var workload = LedgerWorkload(seed: 5)
        let storage = FileLedgerStorage(files, options: options)
        do { workload.adopt(try storage.records()) } catch { workload.adopt(try storage.records()) }
        for index in 1...20 {
            let before = workload.known
            let batch = workload.batch()
            do {
                try storage.append(batch.records, isUrgent: batch.isUrgent)
            } catch {
                #expect((error as? PurchaseFailure)?.code == .ledgerUnavailable, "\(circumstances)")
                workload.known = before
                // The ledger reads everything again then.
                #expect(try storage.digest() == workload.digest, "\(circumstances), batch \(index)")
            }
            if index.isMultiple(of: 5) { try? storage.compact { _, _ in .max } }
        }
        storage.close()
        return workload.digest
    }

    @Test(
        "L2, L1: whichever request fails, with none, half or all of a write done, nothing is lost and nothing left over",
        arguments: [0, 1, 2])
    func everyRequest(halves: Int) throws {
        let whole = CrashingFiles()
        _ = try Self.live(whole, "whole")
        #expect(!LedgerFolder(names: try whole.list()).snapshots.isEmpty)
        for request in 1...whole.requests {
            let files = CrashingFiles()
            files.change { ($0.failsAt, $0.failingHalves) = (request, halves) }
            let digest = try Self.live(files, "request \(request)")
            let found = try FileLedgerStorage(files.afterKill(), options: Self.options).digest()
            #expect(found == digest, "request \(request)")
        }
    }
}
