import Foundation
import PurserTesting
import Testing

@testable import Purser

@Suite("Claims on transactions that name nobody")
struct TransactionClaimsTests {
    private let ada = UUID()
    private let bob = UUID()
    private static let options = FileLedgerStorage.Options(version: SegmentHeader.latestVersion)

    @Test("U3: who comes first has it, also after a relaunch")
    func firstComes() async throws {
        let files = CrashingFiles()
        var book = TransactionClaims(storage: FileLedgerStorage(files, options: Self.options))
        #expect(try await book.claim(["1", "2"], for: ada) == [])
        #expect(try await book.claim(["2", "3"], for: bob) == ["2"])
        await book.close()
        book = TransactionClaims(storage: FileLedgerStorage(files, options: Self.options))
        #expect(try await book.claim(["1", "2", "3", "4"], for: bob) == ["1", "2"])
        #expect(try await book.claim(["4"], for: ada) == ["4"])
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
                storage: FileLedgerStorage(files.afterPowerLoss(using: &generator), options: Self.options))
            #expect(Set(try await book.claim(acknowledged, for: bob)) == Set(acknowledged), "request \(request)")
        }
    }

    /// Claims one after the other until the machine dies; gives those that were acknowledged.
    private func claimAll(_ files: CrashingFiles) async throws -> [String] {
        let book = TransactionClaims(storage: FileLedgerStorage(files, options: Self.options))
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
