import Foundation
import Purser
import PurserInspection
import PurserTesting
import Testing

@Suite("Ledgers of other versions")
struct LedgerVersionTests {
    enum Place: CaseIterable {
        case firstLog, lastLog, snapshot
    }

    /// A closed ledger with some purchases, one of whose files begins with other bytes.
    private func files(_ place: Place, _ change: ([UInt8]) -> [UInt8]) throws -> (CrashingFiles, name: String) {
        let files = CrashingFiles()
        let storage = FileLedgerStorage(files, options: .init(logSize: 512, fill: 0))
        try storage.load { _ in }
        for number in 1...20 {
            try storage.append([LedgerSamples.update(number)], isUrgent: true)
            if number == 10 { try storage.compact { _, _ in 1 } }
        }
        storage.close()
        let folder = LedgerFolder(names: try files.list())
        let name =
            switch place {
            case .firstLog: LedgerFolder.log(try #require(folder.logs.first))
            case .lastLog: LedgerFolder.log(try #require(folder.logs.last))
            case .snapshot: LedgerFolder.snapshot(try #require(folder.snapshots.last))
            }
        try #require(folder.logs.count > 1)
        let file = try files.open(name, as: .writing)
        try file.write(change(try file.read(at: 0, count: 64)), at: 0)
        try file.sync()
        return (files, name)
    }

    @Test("L1: a folder of an older format is rejected, too, if only its users' ledgers are left")
    func usersOnly() throws {
        let folder = try TemporaryFolder()
        let users = folder.url.appendingPathComponent("users/12345678-0000-4000-8000-000000000000")
        try FileManager.default.createDirectory(at: users, withIntermediateDirectories: true)
        let storage = FileLedgerStorage(PosixLedgerFiles(path: folder.url.path))
        let failure = #expect(throws: PurchaseFailure.self) { try storage.load { _ in } }
        storage.close()
        #expect((failure?.underlying as? LedgerDamage)?.isOlderVersion == true)
        #expect(failure?.message.contains("/users at byte 0") == true, "\(failure?.message ?? "")")
        let inspector = LedgerInspector(PosixLedgerFiles(path: folder.url.path))
        #expect(throws: LedgerDamage.self) { try inspector.check() }
    }

    /// The 64 bytes of a header of version 1 or 2.
    private func early(_ header: [UInt8], _ version: UInt8) -> [UInt8] {
        var bytes = Array(header.prefix(40)) + [UInt8](repeating: 0, count: 20)
        (bytes[8], bytes[12]) = (version, 64)
        let sum = Checksum.of(bytes)
        return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }

    @Test(
        "L1: a file of an older format is rejected with its name, its version and what to do, and nothing is changed",
        arguments: [1, 2] as [UInt8], Place.allCases)
    func olderVersion(version: UInt8, place: Place) throws {
        let (files, name) = try files(place) { early($0, version) }
        let (names, bytes) = (try files.list(), files.bytes(of: name))
        let storage = FileLedgerStorage(files)
        let failure = #expect(throws: PurchaseFailure.self) { try storage.load { _ in } }
        storage.close()
        #expect(failure?.code == .ledgerUnavailable)
        let message = failure?.message ?? ""
        #expect(message.contains(name) && message.contains("format version \(version)"), "\(message)")
        #expect(message.contains("move the ledger's folder away"), "\(message)")
        let damage = failure?.underlying as? LedgerDamage
        #expect(damage?.isOlderVersion == true && damage?.isNewerVersion == false && damage?.offset == 8)
        #expect(try files.list() == names && files.bytes(of: name) == bytes)
        #expect(try LedgerInspector(files).check().contains { $0.path.hasSuffix(name) })
    }

    @Test(
        "L1: a file whose version alone is another one is damaged, not of an older format",
        arguments: [0, 1, 2] as [UInt8])
    func changedVersion(version: UInt8) throws {
        let (files, _) = try files(.lastLog) { bytes in
            var bytes = bytes
            bytes[8] = version
            return bytes
        }
        let failure = #expect(throws: PurchaseFailure.self) { try FileLedgerStorage(files).load { _ in } }
        let damage = failure?.underlying as? LedgerDamage
        #expect(damage?.isOlderVersion == false && damage?.isNewerVersion == false)
    }

    @Test("A file of a later version is rejected with the version of the library that wrote it")
    func laterVersion() throws {
        let header = SegmentHeader(kind: .log, number: 1, ledger: 9)
        var bytes = header.bytes
        bytes[8] = UInt8(SegmentHeader.version) + 1
        (bytes[56], bytes[58], bytes[60]) = (4, 5, 6)
        var sum = Checksum()
        for byte in bytes.prefix(124) { sum.add(byte) }
        for place in 0..<4 { bytes[124 + place] = UInt8(truncatingIfNeeded: sum.value >> (8 * place)) }
        let damage = #expect(throws: LedgerDamage.self) { try SegmentHeader(bytes, path: "x") }
        #expect(damage?.isNewerVersion == true)
        #expect(damage?.reason.contains("Purser 4.5.6") == true)
        bytes[60] = 7
        let unsure = #expect(throws: LedgerDamage.self) { try SegmentHeader(bytes, path: "x") }
        #expect(unsure?.isNewerVersion == true && unsure?.reason.contains("Purser 4") == false)
    }
}
