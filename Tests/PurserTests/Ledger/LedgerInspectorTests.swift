import Foundation
import Purser
import PurserTesting
import Testing

@Suite("Looking into a ledger")
struct LedgerInspectorTests {
    /// A ledger with a snapshot and several logs, closed in an orderly way.
    private func ledger() throws -> (files: CrashingFiles, digest: LedgerDigest) {
        let files = CrashingFiles()
        var workload = LedgerWorkload(seed: 5)
        let storage = FileLedgerStorage(files, options: LedgerCrashTests.options)
        workload.state = try storage.state()
        for index in 1...40 {
            let (records, isUrgent) = workload.batch()
            try storage.append(records, isUrgent: isUrgent)
            if index.isMultiple(of: 15) { try storage.compact { 1 } }
        }
        storage.close()
        return (files, LedgerDigest(workload.state))
    }

    @Test("A whole ledger has no findings, prints all its records, and is repaired to itself")
    func whole() throws {
        let (files, digest) = try ledger()
        let inspector = LedgerInspector(files)
        #expect(try inspector.check().isEmpty)
        var lines: [String] = []
        let findings = try inspector.dump { line in
            let json = try JSONEncoder().encode(line)
            lines.append(String(decoding: json, as: UTF8.self))
        }
        #expect(findings.isEmpty)
        #expect(lines.contains { $0.contains("\"record\":\"intent\"") })
        #expect(lines.contains { $0.contains("\"record\":\"transaction\"") })
        let copy = CrashingFiles(path: "/copy")
        #expect(try inspector.repair(into: copy).isEmpty)
        #expect(LedgerDigest(try FileLedgerStorage(copy).state()) == digest)
        #expect(throws: PurchaseFailure.self) { try inspector.repair(into: copy) }
    }

    @Test("Damage is listed with file and offset, and what is whole around it is saved")
    func damaged() throws {
        let (files, digest) = try ledger()
        let name = try #require(try files.list().last { $0.hasPrefix("log-") })
        var bytes = try #require(files.bytes(of: name))
        bytes[134] ^= 1
        files.replace(name, with: bytes)
        let findings = try LedgerInspector(files).check()
        #expect(findings.map(\.path) == [files.path(of: name)])
        #expect(findings.map(\.offset) == [128])
        #expect(findings.map(\.isHarmless) == [false])
        let copy = CrashingFiles(path: "/copy")
        #expect(try LedgerInspector(files).repair(into: copy) == findings)
        let saved = try FileLedgerStorage(copy).state()
        #expect(saved.nextSequence > digest.nextSequence / 2)
        #expect(throws: PurchaseFailure.self) { try FileLedgerStorage(files).state() }
    }

    /// A log of format version 1 as the first release wrote it: an intent, its update, a step, a named reader.
    static let version1 = """
        5055525345524c4701000100400000000100000000000000010000000000000072d7c2dd3080efbf0000000000000000
        00000000000000000000000017a754d025c9d0458900000000000000d041318a87010102fdffffffffffffffff010402
        06fe9fabfef9620914636f6d2e6578616d706c652e70726f64756374320a060d10112233445566778899aabbccddeeff
        000f0803000504f09f92b00f0e030673637265656e050473686f70112a030673756d6d65720404071e03034b45590510
        000000000000000000000000000000ff0618090300ff0712010000000000000025c9d0457d010000000000001e4e7389
        fb020302050402060009e201030832303030303030350504313939390714636f6d2e6578616d706c652e70726f647563
        743508020a060c8aa0abfef9620e0910feffffffffffffffff0112ffffffffffffffffff01140516011908424f52524f
        5745441b0967726f757020e29c931d10112233445566778899aabbccddeeff001f10020805046261636b070662617274
        6572200123152d313233343536373839302e3030303030303132332503585453270355534129044d6f6f6e2b002c82a0
        abfef9622f287061796c6f61642e7061796c6f61642e7061796c6f61642e7061796c6f61642e7061796c6f61642e0b86
        0102fdffffffffffffffff01040206fe9fabfef9620914636f6d2e6578616d706c652e70726f64756374320a060d1011
        2233445566778899aabbccddeeff000f0803000504f09f92b00f0e030673637265656e050473686f70112a030673756d
        6d65720404071e03034b45590510000000000000000000000000000000ff0618090300ff0712010cc6011e8101000000
        25c9d0451700000000000000380009c2160403083230303030303035040407076e6f20726f6f6d0025c9d0450f000000
        00000000f794b1560e050309616e616c7974696373040500
        """

    static let version1Records: [LedgerRecord] = [
        .intent(LedgerSamples.intent(2)), LedgerSamples.update(5, intent: LedgerSamples.intent(2)),
        .step("20000005", .setAside(reason: "no room")), .consumer("analytics", 5),
    ]

    @Test("A file of format version 1 is read for ever")
    func firstVersion() throws {
        let files = CrashingFiles()
        _ = try files.open(LedgerFolder.log(1), as: .creating)
        let hex = Array(Self.version1.filter(\.isHexDigit))
        files.replace(
            LedgerFolder.log(1),
            with: stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(String(hex[$0...($0 + 1)]), radix: 16) })
        #expect(try FileLedgerStorage(files).contents() == Self.version1Records)
    }
}
