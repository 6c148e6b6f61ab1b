import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("What is recorded for all users of a folder")
struct FolderRecordsTests {
    private let ada = UUID()
    private let bob = UUID()

    private func register(_ storage: any LedgerStorage) async throws -> PaymentRegister {
        let register = PaymentRegister(records: FolderRecords(storage: storage), answersNamePayments: nil)
        try await register.open()
        return register
    }

    /// Has a transaction recorded for a user; whether it is that user's.
    private func hold(_ id: String, _ user: UUID, _ register: PaymentRegister) async throws -> Bool {
        let session = IntakeSession(user: UserID(user))
        let batch = register.withState { state in
            state.route([[StoreTransaction.sample(id).reported(.other(nil))]], in: session, ledger: LedgerState())
        }
        do {
            try await register.store(batch.records)
        } catch {
            register.withState { $0.undo(batch, arrival: 1) }
            throw error
        }
        return !batch.transactions.isEmpty
    }

    @Test("L1: dying at every request leaves a holder recorded or not, and recorded once it was acknowledged")
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

    @Test("U3, L1: the files are compacted, and say the same afterwards")
    func compaction() async throws {
        let files = CrashingFiles()
        let options = FileLedgerStorage.Options(logSize: 2_000, fill: 0)
        func open() async throws -> PaymentRegister {
            try await self.register(FileLedgerStorage(files, options: options))
        }
        var register = try await open()
        for number in 0..<100 {
            let intent = PaymentIntent(
                token: PaymentToken(launch: UInt64(number / 50), number: UInt64(number)),
                request: PaymentRequest(productID: "gems", appAccountToken: ada), requestTime: at(0))
            try await register.store([intent], of: UserID(ada))
            // All but the last two were never submitted.
            guard number < 98 else { continue }
            await register.failed([(intent.token, .withdrawn)])
            #expect(try await hold("\(number)", number.isMultiple(of: 2) ? ada : bob, register))
        }
        await register.close()
        let folder = LedgerFolder(names: try files.list())
        #expect(!folder.snapshots.isEmpty && folder.logs.count < 6, "\(folder)")
        register = try await open()
        for number in 0..<98 {
            #expect(try await hold("\(number)", ada, register) == number.isMultiple(of: 2), "\(number)")
        }
        #expect(register.withState { $0.book.payments.all.map(\.state) } == [.unknown, .unknown])
        await register.close()
    }

    @Test("L1: dying at every request of a compaction loses none of them")
    func dyingCompaction() async throws {
        let options = FileLedgerStorage.Options(logSize: 400, fill: 0)
        func live(_ files: CrashingFiles) async throws -> [String] {
            guard let register = try? await self.register(FileLedgerStorage(files, options: options)) else { return [] }
            var acknowledged: [String] = []
            for number in 0..<20 where (try? await hold("\(number)", ada, register)) == true {
                acknowledged.append("\(number)")
            }
            return acknowledged
        }
        let whole = CrashingFiles()
        _ = try await live(whole)
        #expect(!LedgerFolder(names: try whole.list()).snapshots.isEmpty)
        for request in 1...whole.requests {
            let files = CrashingFiles()
            files.change { ($0.diesAt, $0.tornBytes) = (request, request % 50) }
            let acknowledged = try await live(files)
            var generator = SeededGenerator(seed: UInt64(request))
            let storage = FileLedgerStorage(files.afterPowerLoss(using: &generator), options: options)
            let found = try await self.register(storage)
            for id in acknowledged { #expect(try await !hold(id, bob, found), "request \(request)") }
        }
    }

    @Test("A transaction's identifier is never taken for a record of another kind")
    func identifiers() async throws {
        for id in ["given 1", "named 1", "user 1", "payments of launch ff"] {
            let storage = RememberingStorage()
            let register = try await self.register(storage)
            #expect(try await hold(id, ada, register))
            #expect(try await !hold(id, bob, try await self.register(storage)))
        }
    }
}
