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
        let session = IntakeSession(user: UserID(user))
        var ledger = LedgerState()
        let batch = journal.deciding { state, absent in
            let event = StoreTransaction.sample(id).reported(.other(nil))
            return state.route([[event]], in: session, ledger: ledger, beside: &absent)
        }
        let own = [.section(.user(UserID(user)))] + ledger.records(reporting: batch.transactions, now: at(9))
        do {
            try journal.storage.append(batch.absent + own + [.section(.shared)], isUrgent: true)
        } catch {
            journal.undo(batch, arrival: 1)
            throw error
        }
        return !batch.transactions.isEmpty
    }

    @Test(
        "L1: dying at every request leaves a purchase recorded for its user or not, and recorded once it was acknowledged"
    )
    func dies() async throws {
        func live(_ files: CrashingFiles) async throws -> [String] {
            guard let journal = try? await open(FileLedgerStorage(files)) else { return [] }
            var acknowledged: [String] = []
            for number in 1...6 where (try? await hold("\(number)", ada, journal)) == true {
                acknowledged.append("\(number)")
            }
            return acknowledged
        }
        let whole = CrashingFiles()
        #expect(try await live(whole).count == 6)
        for request in 1...whole.requests {
            let files = CrashingFiles()
            files.change { ($0.diesAt, $0.tornBytes) = (request, request % 50) }
            let acknowledged = try await live(files)
            var generator = SeededGenerator(seed: UInt64(request))
            let found = try await open(FileLedgerStorage(files.afterPowerLoss(using: &generator)))
            for id in acknowledged { #expect(try await !hold(id, bob, found), "request \(request)") }
        }
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
