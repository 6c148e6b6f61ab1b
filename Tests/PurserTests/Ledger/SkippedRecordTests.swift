import Foundation
import PurserInspection
import PurserTesting
import Testing

@testable import Purser

@Suite("Records of later versions")
struct SkippedRecordTests {
    private let info = LedgerRecord.skipped(SkippedRecord(kind: 66, fields: [2, 7]))
    private let call = LedgerRecord.skipped(SkippedRecord(kind: 4_000_000_000, fields: []))

    @Test("Those of an even kind from 64 on are passed over, and read as they were written")
    func passedOver() throws {
        for record in [info, call] { #expect(try LedgerRecord(bytes: record.bytes) == record) }
        var state = LedgerState()
        state.apply(info)
        var written: [LedgerRecord] = []
        state.write { written.append($0) }
        var empty: [LedgerRecord] = []
        LedgerState().write { empty.append($0) }
        #expect(written == empty)
    }

    @Test("Those of a kind that earlier versions wrote are dropped, also by who keeps skipped ones")
    func gone() throws {
        var state = LedgerState(keepsSkipped: true)
        let gone = SkippedRecord.gone.map { LedgerRecord.skipped(SkippedRecord(kind: $0, fields: [2, 7])) }
        for record in [info] + gone { state.apply(try LedgerRecord(bytes: record.bytes)) }
        var written: [LedgerRecord] = []
        state.write { if case .skipped = $0 { written.append($0) } }
        #expect(written == [info])
    }

    @Test(
        "All others that are unknown are refused, as those of a newer version",
        arguments: [12, 31, 40, 63, 71, 77, 4_001])
    func rejected(kind: UInt64) throws {
        let bytes = LedgerRecord.skipped(SkippedRecord(kind: kind, fields: [2, 7])).bytes
        let fault = #expect(throws: FormatFault.self) { try LedgerRecord(bytes: bytes) }
        #expect(fault?.isNewerVersion == true)
        #expect(fault?.reason.contains("\(kind)") == true)
    }

    @Test("A file with such a record is refused, not called damaged, and the message names who wrote it")
    func message() throws {
        let files = CrashingFiles()
        let storage = FileLedgerStorage(files)
        try storage.load { _ in }
        try storage.append([.skipped(SkippedRecord(kind: 77, fields: []))], isUrgent: true)
        storage.close()
        let failure = #expect(throws: PurchaseFailure.self) { try FileLedgerStorage(files.afterKill()).load { _ in } }
        let damage = try #require(failure?.underlying as? LedgerDamage)
        #expect(damage.isNewerVersion)
        #expect(
            damage.reason.contains("kind 77") && damage.reason.contains("Purser \(LibraryVersion.current) wrote this"))
    }

    @Test("Their numbers are those in LedgerFormat.md, and none is in use")
    func reserved() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/Purser/Purser.docc/Reference/LedgerFormat.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for (kind, name) in RecordKind.reserved {
            let skips = RecordKind.maySkip(kind) ? "yes" : "no"
            #expect(text.contains("| \(kind) | \(name) | \(skips) |"), "\(kind)")
            let bytes = LedgerRecord.skipped(SkippedRecord(kind: kind, fields: [])).bytes
            if RecordKind.maySkip(kind) {
                #expect(try LedgerRecord(bytes: bytes) == .skipped(SkippedRecord(kind: kind, fields: [])))
            } else {
                #expect(throws: FormatFault.self) { try LedgerRecord(bytes: bytes) }
            }
        }
    }

    @Test("L1: they survive compactions and a repair, in their order")
    func compaction() throws {
        let files = CrashingFiles()
        for round in 0..<2 {
            let storage = FileLedgerStorage(files, options: .init(logSize: 1, fill: 16))
            try storage.load { _ in }
            try storage.append([info, call], isUrgent: true)
            for number in 1...10 { try storage.append([LedgerSamples.update(round * 10 + number)], isUrgent: true) }
            try storage.compact { _, _ in .max }
            storage.close()
        }
        #expect(LedgerFolder(names: try files.list()).logs.first.map { $0 > 10 } == true)
        let repaired = CrashingFiles(path: "/repaired")
        _ = try LedgerInspector(files.afterKill()).repair(into: repaired)
        for files in [files, repaired] {
            let records = try FileLedgerStorage(files.afterKill()).contents()
            let skipped = records.filter { if case .skipped = $0 { true } else { false } }
            #expect(skipped == [info, call, info, call])
        }
        var kinds: Set<UInt64> = []
        _ = try LedgerInspector(files.afterKill()).records { record, _, _ in
            if case .skipped(let skipped) = record { kinds.insert(skipped.kind) }
        }
        #expect(kinds.contains(66))
    }
}
