import PurserTesting
import Testing

@testable import Purser

@Suite("Named readers, and a loss of power", .timeLimit(.minutes(30)))
struct AcknowledgeTests {
    @Test("S1: what was acknowledged is safe, also where it had been noted in passing before", arguments: 0..<20)
    func acknowledged(seed: Int) async throws {
        let files = CrashingFiles()
        let ledger = try await TransactionLedger.open(
            storage: FileLedgerStorage(files, worker: BlockingWorker(label: "test")), clock: VirtualClock(),
            keptUpdates: 100)
        for number in 0..<3 {
            _ = try await ledger.record(reported: [
                IncomingTransaction(
                    StoreTransaction(LedgerSamples.transaction(number)), phase: .complete, needsFinish: false)
            ])
        }
        // As the reader's loop does it, which waits for no disk.
        try await ledger.acknowledge(2, by: "analytics")
        try await ledger.acknowledge(2, by: "analytics", isUrgent: true)

        var generator = SeededGenerator(seed: UInt64(seed))
        let found = files.afterPowerLoss(using: &generator)
        let reopened = try await TransactionLedger.open(
            storage: FileLedgerStorage(found, worker: BlockingWorker(label: "test")), clock: VirtualClock(),
            keptUpdates: 100)
        #expect(await reopened.position(of: "analytics") == 2)
        await reopened.close()
        await ledger.close()
    }
}
