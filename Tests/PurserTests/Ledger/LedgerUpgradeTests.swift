import Foundation
import Purser
import PurserTesting
import Testing

@Suite("L1: ledgers of earlier versions", .timeLimit(.minutes(10)))
struct LedgerUpgradeTests {
    private static let options = FileLedgerStorage.Options(fill: 32, generator: SeededGenerator(seed: 8))
    private static let ledger: UInt64 = 77

    /// A ledger as version 1 or 2 wrote it: a sealed log, a snapshot of it if wanted, and a log that was killed.
    private static func ledger(_ version: UInt16, withSnapshot: Bool, isSealed: Bool) throws -> CrashingFiles {
        let files = CrashingFiles()
        let first = (1...4).flatMap { LedgerSamples.purchase($0) }
        try write(first, .log, 1, version, isSealed: true, files)
        if withSnapshot {
            var state = LedgerState()
            for record in first { state.apply(record) }
            var pieces: [LedgerRecord] = []
            state.write { pieces.append($0) }
            try write(pieces, .snapshot, 1, version, isSealed: true, firstSequence: state.nextSequence, files)
        }
        try write((5...7).flatMap { LedgerSamples.purchase($0) }, .log, 2, version, isSealed: isSealed, files)
        // Made and synced long ago, with a lock that says nothing.
        let token = try files.lock()
        try files.syncFolder()
        withExtendedLifetime(token) {}
        return files.afterKill()
    }

    private static func write(
        _ records: [LedgerRecord], _ kind: SegmentHeader.Kind, _ number: UInt64, _ version: UInt16, isSealed: Bool,
        firstSequence: UInt64 = 1, _ files: CrashingFiles
    ) throws {
        let header = SegmentHeader(
            kind: kind, number: number, firstSequence: firstSequence, ledger: ledger, version: version)
        var bytes = header.bytes
        for record in records {
            let end = bytes.count
            Frame.write(record.bytes.withLength, mark: header.mark, safeEnd: end, base: 0, into: &bytes)
        }
        if isSealed {
            Frame.write([], kind: .sealed, mark: header.mark, safeEnd: bytes.count, base: 0, into: &bytes)
        }
        let name = kind == .log ? LedgerFolder.log(number) : LedgerFolder.snapshot(number)
        let file = try files.open(name, as: .creating)
        try file.write(bytes, at: 0)
        try file.sync()
    }

    /// Opens, records two purchases, tidies up, closes.
    ///
    /// - Returns: how many batches were acknowledged.
    private static func live(_ files: CrashingFiles, from number: Int) -> Int {
        let storage = FileLedgerStorage(files, options: options)
        var acknowledged = 0
        do {
            try storage.load { _ in }
            for next in number..<number + 2 {
                try storage.append([LedgerSamples.update(next)], isUrgent: true)
                acknowledged += 1
            }
            try storage.compact { .max }
            storage.close()
        } catch {}
        return acknowledged
    }

    private static func digest(_ files: CrashingFiles) throws -> (digest: LedgerDigest, next: UInt64) {
        let storage = FileLedgerStorage(files, options: options)
        let state = try storage.state()
        storage.close()
        return (LedgerDigest(state), state.nextSequence)
    }

    static let shapes: [(UInt16, Bool, Bool)] = [1, 2].flatMap { version in
        [(version, false, false), (version, true, false), (version, false, true), (version, true, true)]
    }

    @Test(
        "L1: versions 1 and 2 are upgraded without losing a record, whichever request the machine dies at",
        arguments: shapes)
    func everyRequest(version: UInt16, withSnapshot: Bool, isSealed: Bool) throws {
        let make = { try Self.ledger(version, withSnapshot: withSnapshot, isSealed: isSealed) }
        let before = try Self.digest(try make())
        let first = Int(before.next)
        let whole = try make()
        #expect(Self.live(whole, from: first) == 2)
        let after = try Self.digest(whole.afterKill())
        #expect(after.next == before.next + 2)
        for request in 1...whole.requests {
            let dying = try make()
            dying.change { $0.diesAt = request }
            let acknowledged = Self.live(dying, from: first)
            for torn in stride(from: 0, through: dying.fatalBytes, by: 7) {
                var generator = SeededGenerator(seed: UInt64(request * 1_000 + torn))
                let dead = dying.tearing(torn)
                for found in [dead.afterKill(), dead.afterPowerLoss(using: &generator)] {
                    let (digest, next) = try Self.digest(found)
                    #expect(next >= before.next + UInt64(acknowledged), "request \(request), \(torn) bytes")
                    if next == before.next { #expect(digest == before.digest, "request \(request), \(torn) bytes") }
                    if next == after.next { #expect(digest == after.digest, "request \(request), \(torn) bytes") }
                    // And it goes on from there.
                    if torn == 0 { #expect(Self.live(found.afterKill(), from: Int(next)) == 2) }
                }
            }
        }
    }

    @Test("L1: real ledgers of earlier versions are upgraded without losing a record", arguments: EarlierLedger.all)
    func realLedgers(ledger: EarlierLedger) throws {
        let before = try Self.digest(try ledger.files())
        let first = Int(before.next)
        let whole = try ledger.files()
        #expect(Self.live(whole, from: first) == 2)
        let after = try Self.digest(whole.afterKill())
        for request in 1...whole.requests {
            let dying = try ledger.files()
            dying.change { $0.diesAt = request }
            let acknowledged = Self.live(dying, from: first)
            for torn in stride(from: 0, through: dying.fatalBytes, by: 64) {
                try dying.tearing(torn).everyPowerLoss(combining: 2) { found in
                    let (digest, next) = try Self.digest(found)
                    #expect(next >= before.next + UInt64(acknowledged), "request \(request), \(torn) bytes")
                    if next == before.next { #expect(digest == before.digest, "request \(request), \(torn) bytes") }
                    if next == after.next { #expect(digest == after.digest, "request \(request), \(torn) bytes") }
                }
            }
        }
    }

    @Test("L1: an upgraded ledger keeps its secret, and its files are of the latest version")
    func secret() throws {
        let files = try Self.ledger(1, withSnapshot: true, isSealed: false)
        let storage = FileLedgerStorage(files)
        let secret = try storage.secret()
        #expect(secret != .zero)
        try storage.load { _ in }
        #expect(try storage.secret() == secret)
        try storage.append([LedgerSamples.update(40)], isUrgent: true)
        storage.close()
        #expect(try FrameReader(LedgerFolder.log(3), in: files).header.secret == secret)
        #expect(try FileLedgerStorage(files).secret() == secret)
        let copy = CrashingFiles(path: "/copy")
        _ = try LedgerInspector(files).repair(into: copy)
        #expect(try FileLedgerStorage(copy.afterKill()).secret() == secret)
    }

    @Test("L1: a ledger of an earlier version that takes no record stays as it is")
    func untouched() throws {
        let files = try Self.ledger(2, withSnapshot: false, isSealed: false)
        let before = files.bytes(of: LedgerFolder.log(2))
        let storage = FileLedgerStorage(files)
        try storage.load { _ in }
        storage.close()
        #expect(files.bytes(of: LedgerFolder.log(2)) == before)
        #expect(!LedgerFolder(names: try files.list()).logs.contains(3))
    }

    @Test("A file of a later version is refused with the version of the library that wrote it")
    func laterVersion() throws {
        let header = SegmentHeader(kind: .log, number: 1, firstSequence: 1, ledger: 9)
        var bytes = header.bytes
        bytes[8] = UInt8(SegmentHeader.latestVersion) + 1
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

extension [UInt8] {
    /// A record with its length in front, as it stands in a payload.
    fileprivate var withLength: [UInt8] {
        count < 0x80 ? [UInt8(count)] + self : [UInt8(count & 0x7F) | 0x80, UInt8(count >> 7)] + self
    }
}
