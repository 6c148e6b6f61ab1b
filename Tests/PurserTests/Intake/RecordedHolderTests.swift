import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("What is recorded for all users of a folder")
struct RecordedHolderTests {
    private let ada = UUID()
    private let bob = UUID()

    /// Has a transaction reported for a user; whether it is recorded for that user.
    private func hold(_ id: String, _ user: UUID, in storage: KeptStorage) async throws -> Bool {
        let journal = Journal(storage: storage, isShared: false)
        let ledger = try await TransactionLedger.open(
            journal, .user(UserID(user)), clock: SystemClock(), keptUpdates: 10)
        let session = IntakeSession(user: UserID(user), time: at(9))
        let turn = await ledger.record(upTo: 1) { intake, records, turn in
            let event = StoreTransaction.sample(id).reported(.other(nil))
            intake.prepare([[event]], in: session, &records, into: &turn)
        }
        await ledger.close()
        #expect(turn.failure == nil)
        return !turn.recorded.isEmpty
    }

    @Test("A transaction's identifier is never taken for a record of another kind")
    func identifiers() async throws {
        for id in ["given 1", "named 1", "user 1", "payments of launch ff"] {
            let storage = KeptStorage()
            #expect(try await hold(id, ada, in: storage))
            #expect(try await !hold(id, bob, in: storage))
        }
    }
}
