import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("What is recorded for all users of a folder")
struct RecordedHolderTests {
    private let ada = UUID()
    private let bob = UUID()

    private func open(_ storage: any LedgerStorage) async throws -> Journal {
        let journal = Journal(storage: storage, isShared: false)
        try await journal.open()
        return journal
    }

    /// Has a transaction recorded for a user; whether it is that user's.
    private func hold(_ id: String, _ user: UUID, _ journal: Journal) async throws -> Bool {
        let session = IntakeSession(user: UserID(user), time: at(9))
        var turn = Turn()
        var ledger = LedgerState()
        journal.deciding(&ledger, &turn) { state, records, turn in
            let event = StoreTransaction.sample(id).reported(.other(nil))
            state.prepare([[event]], in: session, &records, into: &turn)
        }
        turn.prepared.store(turn.absent, before: .user(UserID(user)))
        try journal.storage.append(
            [.section(.user(UserID(user)))] + turn.prepared.records + [.section(.shared)], isUrgent: true)
        return !turn.recorded.isEmpty
    }

    @Test("A transaction's identifier is never taken for a record of another kind")
    func identifiers() async throws {
        for id in ["given 1", "named 1", "user 1", "payments of launch ff"] {
            let storage = KeptStorage()
            let journal = try await open(storage)
            #expect(try await hold(id, ada, journal))
            #expect(try await !hold(id, bob, try await open(storage)))
        }
    }
}
