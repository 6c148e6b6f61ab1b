import Foundation
import Purser
import PurserTesting
import Testing

@Suite("The ledgers of users")
struct AccountLedgerTests {
    private let ada = LedgerSamples.user
    private let bob = UUID()

    private func storage(_ files: CrashingFiles, of user: UUID?, logSize: Int = 4 << 20) -> AccountStorage {
        AccountStorage(
            FileLedgerStorage(files, options: .init(logSize: logSize, fill: 512)), user: user, path: files.path)
    }

    @Test("U2: a user's ledger opens for that user only, and nobody's for nobody only")
    func owners() throws {
        for (owner, others) in [(ada, [bob, nil]), (nil, [ada])] as [(UUID?, [UUID?])] {
            let files = CrashingFiles()
            let first = storage(files, of: owner)
            try first.load { _ in }
            try first.append([LedgerSamples.update(1)], isUrgent: true)
            first.close()
            for other in others {
                let storage = storage(files, of: other)
                let failure = #expect(throws: PurchaseFailure.self) { try storage.load { _ in } }
                #expect(failure?.code == .wrongAccount)
                #expect(failure?.message.contains(files.path) == true)
                storage.close()
            }
            #expect(try storage(files, of: owner).contents().count == (owner == nil ? 1 : 2))
        }
    }

    @Test("L1: the user is known after snapshots, and after a repair")
    func compaction() throws {
        let files = CrashingFiles()
        let storage = storage(files, of: ada, logSize: 600)
        try storage.load { _ in }
        for number in 1...40 { try storage.append([LedgerSamples.update(number)], isUrgent: true) }
        try storage.compact { .max }
        storage.close()
        let folder = LedgerFolder(names: try files.list())
        #expect(!folder.snapshots.isEmpty && !folder.logs.contains(1))
        try self.storage(files, of: ada).load { _ in }

        let repaired = CrashingFiles(path: "/repaired")
        _ = try LedgerInspector(files.afterKill()).repair(into: repaired)
        var state = LedgerState()
        try self.storage(repaired, of: ada).load { state.apply($0) }
        #expect(state.accounts.owner?.token == ada)
    }

    @Test("L1: a ledger that dies while it is made opens for its user")
    func dies() throws {
        let whole = CrashingFiles()
        try storage(whole, of: ada).load { _ in }
        for request in 1...whole.requests {
            for torn in 0..<40 {
                let files = CrashingFiles()
                files.change { ($0.diesAt, $0.tornBytes) = (request, torn) }
                try? storage(files, of: ada).load { _ in }
                var generator = SeededGenerator(seed: UInt64(request * 100 + torn))
                try storage(files.afterPowerLoss(using: &generator), of: ada).load { _ in }
                try storage(files.afterKill(), of: ada).load { _ in }
            }
        }
    }
}
