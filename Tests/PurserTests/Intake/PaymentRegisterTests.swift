import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("What is recorded for all users of a folder")
struct PaymentRegisterTests {
    private let ada = UUID()
    private let bob = UUID()

    /// The register of a storage, and that.
    private typealias Desk = (register: PaymentRegister, storage: any LedgerStorage)

    private func register(_ storage: any LedgerStorage) async throws -> Desk {
        let register = PaymentRegister(journal: Journal(storage: storage), answersNamePayments: nil)
        try await register.open()
        return (register, storage)
    }

    /// Has a transaction recorded for a user; whether it is that user's.
    private func hold(_ id: String, _ user: UUID, _ desk: Desk) async throws -> Bool {
        let (register, storage) = desk
        let session = IntakeSession(user: UserID(user))
        var ledger = LedgerState()
        let batch = register.deciding { state, absent in
            let event = StoreTransaction.sample(id).reported(.other(nil))
            return state.route([[event]], in: session, ledger: ledger, beside: &absent)
        }
        let own = [.section(.user(UserID(user)))] + ledger.records(reporting: batch.transactions, now: at(9))
        do {
            try storage.append(batch.absent + own + [.section(.shared)], isUrgent: true)
        } catch {
            register.withState { $0.undo(batch, arrival: 1) }
            throw error
        }
        return !batch.transactions.isEmpty
    }

    @Test(
        "L1: dying at every request leaves a purchase recorded for its user or not, and recorded once it was acknowledged"
    )
    func dies() async throws {
        func live(_ files: CrashingFiles) async throws -> [String] {
            guard let register = try? await self.register(FileLedgerStorage(files)) else { return [] }
            var acknowledged: [String] = []
            for number in 1...6 where (try? await hold("\(number)", ada, register)) == true {
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
            let found = try await register(FileLedgerStorage(files.afterPowerLoss(using: &generator)))
            for id in acknowledged { #expect(try await !hold(id, bob, found), "request \(request)") }
        }
    }

    @Test("A transaction's identifier is never taken for a record of another kind")
    func identifiers() async throws {
        for id in ["given 1", "named 1", "user 1", "payments of launch ff"] {
            let storage = KeptStorage()
            let register = try await self.register(storage)
            #expect(try await hold(id, ada, register))
            #expect(try await !hold(id, bob, try await self.register(storage)))
        }
    }
}
