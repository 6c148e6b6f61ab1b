import Foundation
import Purser
import PurserInspection
import PurserTesting
import Testing

@Suite("L1: changes of a ledger's files are noticed", .timeLimit(.minutes(30)))
struct LedgerDamageTests {
    /// A ledger with a snapshot and several logs; the last one has frames that were synced, and some that were not at first.
    ///
    /// - Parameter frames: how many frames each write has.
    private static func ledger(closes: Bool, frames: Int = 1) throws -> CrashingFiles {
        let files = CrashingFiles()
        let storage = FileLedgerStorage(
            files,
            options: .init(logSize: 400 * frames, fill: 64, frameLength: 1, generator: SeededGenerator(seed: 3)))
        try storage.load { _ in }
        for number in 1...60 {
            let records = (0..<frames).map { record(number * frames + $0) }
            try storage.append(records, isUrgent: !number.isMultiple(of: 3))
            if number == 40 { try storage.compact { _, _ in .max } }
        }
        if closes { storage.close() }
        return files.afterKill()
    }

    /// The frames of the last log, and its name.
    private static func frames(_ files: CrashingFiles) throws -> (name: String, frames: [Frame]) {
        let name = LedgerFolder.log(try #require(LedgerFolder(names: try files.list()).logs.last))
        var reader = try FrameReader(name, in: files)
        var frames: [Frame] = []
        while let (frame, _) = try reader.next() { frames.append(frame) }
        return (name, frames)
    }

    /// The ledger with one file changed.
    private static func changed(
        _ files: CrashingFiles, _ name: String, _ change: (inout [UInt8]) -> Void
    ) throws -> CrashingFiles {
        let other = files.afterKill()
        var bytes = try #require(other.bytes(of: name))
        change(&bytes)
        other.replace(name, with: bytes)
        return other
    }

    /// Opening tells the damage, `purser ledger check` too, and neither changes anything.
    private static func expectNoticed(_ files: CrashingFiles, _ what: String) throws {
        let failure = #expect(throws: PurchaseFailure.self, "\(what)") { try FileLedgerStorage(files).load { _ in } }
        #expect(failure?.underlying is LedgerDamage, "\(what): \(String(describing: failure))")
        let damages = try LedgerInspector(files).check().filter { !$0.isHarmless }
        #expect(!damages.isEmpty, "\(what)")
    }

    /// A record of few bytes: every bit of them is tried.
    private static func record(_ number: Int) -> LedgerRecord { .consumer("reader", UInt64(number)) }

    @Test("L1: after an orderly close each flipped bit of the last three frames is noticed", arguments: [1, 2, 3])
    func closedFlips(framesOfWrite: Int) throws {
        let files = try Self.ledger(closes: true, frames: framesOfWrite)
        let (name, frames) = try Self.frames(files)
        #expect(frames.count > 3 && frames.last?.kind == .closed)
        for frame in frames.suffix(3) {
            for bit in stride(from: frame.offset * 8, to: frame.end * 8, by: plain(3, long: 1)) {
                let other = try Self.changed(files, name) { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
                try Self.expectNoticed(other, "bit \(bit)")
            }
        }
    }

    @Test("L1: after an orderly close each cut of the tail is noticed, and each tail that became zeros")
    func closedCuts() throws {
        let files = try Self.ledger(closes: true)
        let (name, frames) = try Self.frames(files)
        let end = try #require(frames.last?.end)
        for size in try #require(frames.first?.offset)..<end {
            try Self.expectNoticed(try Self.changed(files, name) { $0 = Array($0.prefix(size)) }, "cut at \(size)")
            // The last bytes of the last frame are zeros anyway.
            guard size < end - 4 else { continue }
            let zeroed = try Self.changed(files, name) { bytes in
                for place in size..<bytes.count { bytes[place] = 0 }
            }
            try Self.expectNoticed(zeroed, "zeros from \(size)")
        }
    }

    @Test(
        "L1: after a crash each flipped bit in front of the last synced frame that something follows is noticed",
        arguments: [1, 2, 3])
    func crashFlips(framesOfWrite: Int) throws {
        let files = try Self.ledger(closes: false, frames: framesOfWrite)
        let (name, frames) = try Self.frames(files)
        let vouched = try #require(frames.map(\.safeEnd).max())
        #expect(frames.filter { $0.end <= vouched }.count > 2)
        for frame in frames where frame.end <= vouched {
            for bit in stride(from: frame.offset * 8, to: frame.end * 8, by: plain(3, long: 1)) {
                let other = try Self.changed(files, name) { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
                try Self.expectNoticed(other, "bit \(bit)")
            }
        }
    }

    @Test("L1: a frame that was put in the place of another one is noticed by the next", arguments: [true, false])
    func swappedFrame(closes: Bool) throws {
        let files = try Self.ledger(closes: closes)
        let (name, frames) = try Self.frames(files)
        let header = try FrameReader(name, in: files).header
        // The first frame, whole and at its place, with other records of the same length.
        let first = try #require(frames.first)
        let other = try Self.changed(files, name) { bytes in
            var frame: [UInt8] = []
            var payload = Array(bytes[first.offset + 20..<first.offset + 20 + first.payload.count])
            payload[payload.count - 1] ^= 1
            Frame.write(
                payload, mark: header.mark, chain: header.chain, safeEnd: first.safeEnd, base: first.offset,
                into: &frame)
            bytes.replaceSubrange(first.offset..<first.end, with: frame)
        }
        try Self.expectNoticed(other, "swapped")
    }

    @Test("L1: each file that is missing is noticed", arguments: [true, false])
    func removed(closes: Bool) throws {
        let files = try Self.ledger(closes: closes)
        let folder = LedgerFolder(names: try files.list())
        let snapshot = try #require(folder.snapshots.last)
        let needed = folder.logs.filter { $0 > snapshot }.map(LedgerFolder.log)
        #expect(needed.count > 2)
        for name in needed {
            let other = files.afterKill()
            try other.remove(name)
            try Self.expectNoticed(other, name)
        }
        // With the snapshot goes what the deleted logs held.
        let other = files.afterKill()
        try other.remove(LedgerFolder.snapshot(snapshot))
        try other.remove(LedgerFolder.log(1))
        try Self.expectNoticed(other, "snapshot")
    }

    @Test("L1: a ledger whose files are all gone does not open as a new one, and without its lock it opens")
    func allRemoved() throws {
        let files = try Self.ledger(closes: true)
        for name in try files.list() where name != LedgerFolder.lock { try files.remove(name) }
        let failure = #expect(throws: PurchaseFailure.self) { try FileLedgerStorage(files).load { _ in } }
        #expect(failure?.message.contains("missing") == true)
        let unlocked = try Self.ledger(closes: true)
        try unlocked.remove(LedgerFolder.lock)
        #expect(try !FileLedgerStorage(unlocked).contents().isEmpty)
    }

    @Test("L1: an older log, or one of another ledger, in the place of one is noticed")
    func replaced() throws {
        let files = CrashingFiles()
        for number in 1...6 {
            let storage = FileLedgerStorage(files)
            try storage.load { _ in }
            let older = files.bytes(of: LedgerFolder.log(1))
            try storage.append([LedgerSamples.update(number)], isUrgent: true)
            storage.close()
            guard number > 1 else { continue }
            let other = files.afterKill()
            other.replace(LedgerFolder.log(1), with: try #require(older))
            try Self.expectNoticed(other, "older log \(number)")
        }
        let foreign = CrashingFiles()
        let storage = FileLedgerStorage(foreign)
        try storage.load { _ in }
        storage.close()
        files.replace(LedgerFolder.log(1), with: try #require(foreign.bytes(of: LedgerFolder.log(1))))
        let failure = #expect(throws: PurchaseFailure.self) { try FileLedgerStorage(files).load { _ in } }
        #expect((failure?.underlying as? LedgerDamage)?.path == files.path(of: LedgerFolder.lock))
        try Self.expectNoticed(files, "log of another ledger")
    }

    @Test("L1: a snapshot of another ledger, or of another number, in the place of one is noticed")
    func replacedSnapshot() throws {
        let files = try Self.ledger(closes: true)
        let number = try #require(LedgerFolder(names: try files.list()).snapshots.last)
        let name = LedgerFolder.snapshot(number)
        let foreign = CrashingFiles()
        let storage = FileLedgerStorage(foreign, options: .init(logSize: 1, generator: SeededGenerator(seed: 4)))
        try storage.load { _ in }
        for record in 1...Int(number) { try storage.append([Self.record(record)], isUrgent: true) }
        try storage.compact { _, _ in .max }
        let other = files.afterKill()
        other.replace(name, with: try #require(foreign.bytes(of: name)))
        try Self.expectNoticed(other, "snapshot of another ledger")
        let renamed = try Self.changed(files, name) { bytes in
            var header = try? SegmentHeader(Array(bytes.prefix(SegmentHeader.size)), path: name)
            header?.number += 1
            if let header { bytes.replaceSubrange(..<SegmentHeader.size, with: header.bytes) }
        }
        try Self.expectNoticed(renamed, "snapshot of another number")
    }

    @Test("L1: a torn mark in the lock is read as a crash, wherever it was torn")
    func tornMark() throws {
        let files = try Self.ledger(closes: true)
        let whole = try FileLedgerStorage(files.afterKill()).contents()
        for byte in 0..<LedgerMark.size {
            let other = try Self.changed(files, LedgerFolder.lock) { bytes in
                for place in byte..<bytes.count { bytes[place] ^= 0xFF }
            }
            let storage = FileLedgerStorage(other)
            #expect(try storage.contents() == whole)
            storage.close()
        }
    }

    @Test("Opening and closing without a record in between writes nothing")
    func idle() throws {
        let files = try Self.ledger(closes: true)
        let name = try Self.frames(files).name
        let before = (files.bytes(of: name), files.bytes(of: LedgerFolder.lock))
        let storage = FileLedgerStorage(files)
        try storage.load { _ in }
        storage.close()
        #expect(files.bytes(of: name) == before.0 && files.bytes(of: LedgerFolder.lock) == before.1)
    }
}
