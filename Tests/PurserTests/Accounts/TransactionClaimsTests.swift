import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("Claims on transactions that name nobody")
struct TransactionClaimsTests {
    private let ada = UUID()
    private let bob = UUID()

    @Test("U3: who comes first has it, also after a relaunch")
    func firstComes() async throws {
        let files = CrashingFiles()
        var book = TransactionClaims(storage: FileLedgerStorage(files))
        #expect(try await book.claim(["1", "2"], for: ada) == [])
        #expect(try await book.claim(["2", "3"], for: bob) == ["2"])
        await book.close()
        book = TransactionClaims(storage: FileLedgerStorage(files))
        #expect(try await book.claim(["1", "2", "3", "4"], for: bob) == ["1", "2"])
        #expect(try await book.claim(["4"], for: ada) == ["4"])
    }

    @Test("U3: a transaction is claimed by its whole identifier, whichever words it begins with")
    func wordyIdentifiers() async throws {
        let files = CrashingFiles()
        let ids = ["given 1", "named 1", "user 1", "user \(bob.uuidString)", "payments of launch 1f", "given ", "1"]
        var book = TransactionClaims(storage: FileLedgerStorage(files))
        for id in ids { #expect(try await book.claim([id], for: ada) == [], "\(id)") }
        #expect(book.payers.withLock { $0 } == [:])
        await book.close()
        book = TransactionClaims(storage: FileLedgerStorage(files))
        #expect(try await book.claim(ids, for: bob) == ids)
        #expect(try await book.given(["1", ""]).isEmpty)
        #expect(book.payers.withLock { $0 } == [:])
        await book.close()
    }

    @Test("L1: dying at every request leaves a claim made or not made, and made once it was acknowledged")
    func dies() async throws {
        let whole = CrashingFiles()
        _ = try await claimAll(whole)
        for request in 1...whole.requests {
            let files = CrashingFiles()
            files.change { ($0.diesAt, $0.tornBytes) = (request, request % 50) }
            let acknowledged = (try? await claimAll(files)) ?? []
            var generator = SeededGenerator(seed: UInt64(request))
            let book = TransactionClaims(
                storage: FileLedgerStorage(files.afterPowerLoss(using: &generator)))
            #expect(Set(try await book.claim(acknowledged, for: bob)) == Set(acknowledged), "request \(request)")
        }
    }

    @Test("U3, L1: the claims' files are compacted, and say the same afterwards")
    func compaction() async throws {
        let files = CrashingFiles()
        let options = FileLedgerStorage.Options(logSize: 2_000, fill: 0)
        func storage() -> FileLedgerStorage { FileLedgerStorage(files, options: options) }
        var book = TransactionClaims(storage: storage())
        for number in 0..<200 {
            let intent = PaymentIntent(
                token: PaymentToken(launch: UInt64(number / 50), number: UInt64(number)),
                request: PaymentRequest(productID: "coins", appAccountToken: ada), requestTime: at(0))
            try await book.asked([intent], by: ada)
            // All but the last two have ended.
            guard number < 198 else { continue }
            await book.ended([(intent.token, .cancelled)])
            #expect(try await book.claim(["\(number)"], for: number.isMultiple(of: 2) ? ada : bob) == [])
        }
        await book.close()
        let folder = LedgerFolder(names: try files.list())
        #expect(!folder.snapshots.isEmpty && folder.logs.count < 4, "\(folder)")
        #expect(files.size < 200 * 100)
        book = TransactionClaims(storage: storage())
        let all = (0..<198).map(String.init)
        #expect(try await book.claim(all, for: ada) == all.filter { Int($0).map { !$0.isMultiple(of: 2) } ?? false })
        #expect(book.hasOpenPayments.withLock { $0 })
        #expect(Set(book.payers.withLock { $0 }.keys) == [0, 1, 2, 3])
        await book.close()
    }

    @Test("L1: dying at every request of a compaction of the claims loses none of them")
    func dyingCompaction() async throws {
        let options = FileLedgerStorage.Options(logSize: 400, fill: 0)
        func live(_ files: CrashingFiles) async throws -> [String] {
            let book = TransactionClaims(storage: FileLedgerStorage(files, options: options))
            var acknowledged: [String] = []
            for number in 0..<40 where (try? await book.claim(["\(number)"], for: ada)) != nil {
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
            let found = files.afterPowerLoss(using: &generator)
            let book = TransactionClaims(storage: FileLedgerStorage(found, options: options))
            #expect(Set(try await book.claim(acknowledged, for: bob)) == Set(acknowledged), "request \(request)")
        }
    }

    /// Claims one after the other until the machine dies; gives those that were acknowledged.
    private func claimAll(_ files: CrashingFiles) async throws -> [String] {
        let book = TransactionClaims(storage: FileLedgerStorage(files))
        var acknowledged: [String] = []
        for number in 1...6 where (try? await book.claim(["\(number)"], for: ada)) != nil {
            acknowledged.append("\(number)")
        }
        return acknowledged
    }
}

extension TransactionClaims {
    /// Claims transactions of these identifiers; gives those that another user has.
    fileprivate func claim(_ ids: [String], for user: UUID) async throws -> [String] {
        let lost = try await claim(ids.map { BackendTransaction(.sample($0), origin: .other(nil)) }, for: user)
        return ids.filter { lost.contains($0) }
    }
}
