/// Reads the frames of one file, one after the other, through a window of bounded size.
package struct FrameReader: Sendable {
    /// The header of the file.
    package let header: SegmentHeader
    /// The path of the file.
    package let path: String
    /// Where the next frame begins.
    package private(set) var offset: Int
    /// The checksum of the frame before it, or of the header.
    package private(set) var chain: UInt32
    /// Nothing from here on is read.
    package var limit: Int

    private var origins: UpdateOrigins
    let file: any LedgerFile
    let mark: UInt32
    /// The end of the group of frames that is being read: before it all are complete.
    private var groupEnd = 0
    private var window: [UInt8] = []
    private var windowStart = 0

    private static let windowSize = 1 << 18

    /// Opens a file and reads its header.
    package init(_ name: String, in files: any LedgerFiles, limit: Int? = nil) throws {
        path = files.path(of: name)
        file = try files.open(name, as: .reading)
        let size = try file.size()
        self.limit = min(size, limit ?? size)
        header = try SegmentHeader(file.read(at: 0, count: SegmentHeader.size), path: path)
        origins = UpdateOrigins(header.secret)
        mark = header.mark
        offset = SegmentHeader.size
        chain = header.chain
    }

    /// The end of the file before the next frame.
    package var end: LogEnd { LogEnd(log: header.number, offset: offset, chain: chain) }

    /// Continues where a frame begins, after one with this checksum; `isInGroup` if it may be amid a complete group.
    package mutating func seek(to offset: Int, after chain: UInt32, isInGroup: Bool) {
        (self.offset, self.chain) = (offset, chain)
        groupEnd = isInGroup ? .max : 0
    }

    /// The next frame and the bytes of its payload; `nil` when it, or the group that it begins, is not complete.
    package mutating func next() throws -> (frame: Frame, bytes: [UInt8])? {
        let (start, before) = (offset, chain)
        guard let next = try nextOfAnyGroup() else { return nil }
        guard next.frame.kind.isOfGroup, next.frame.end > groupEnd else { return next }
        var ahead = self
        guard next.frame.kind == .begins, try ahead.passGroup() else {
            (offset, chain) = (start, before)
            return nil
        }
        groupEnd = ahead.offset
        return next
    }

    /// Moves behind the other frames of a group, and returns whether all of them are complete.
    private mutating func passGroup() throws -> Bool {
        while true {
            var next = self
            guard let kind = try next.nextOfAnyGroup()?.frame.kind, kind == .continues || kind == .ends
            else { return false }
            self = next
            if kind == .ends { return true }
        }
    }

    /// Behind the complete frames of an incomplete group that begins here; `nil` if another complete frame is here.
    func afterPart() throws -> Int? {
        var ahead = self
        guard let first = try ahead.nextOfAnyGroup()?.frame else { return offset }
        guard first.kind == .begins, try !ahead.passGroup() else { return nil }
        return ahead.offset
    }

    private mutating func nextOfAnyGroup() throws -> (frame: Frame, bytes: [UInt8])? {
        guard limit - offset >= Frame.headerSize else { return nil }
        try fill(from: offset, count: Frame.headerSize)
        guard window.number(at: offset - windowStart) == mark else { return nil }
        let word: UInt32 = window.number(at: offset - windowStart + 4)
        let length = Frame.covered(Int(word & 0xFF_FFFF))
        guard length <= limit - offset else { return nil }
        try fill(from: offset, count: length)
        guard let frame = Frame(in: window, at: offset - windowStart, offset: offset, mark: mark),
            frame.chain == chain
        else { return nil }
        offset = frame.end
        chain = frame.checksum
        return (frame, window)
    }

    /// Whether a frame written meanwhile is complete at `offset`; it is read from here on.
    package mutating func hasGrown() throws -> Bool {
        window = []
        limit = try file.size()
        var ahead = self
        return try ahead.next() != nil
    }

    private mutating func fill(from start: Int, count: Int) throws {
        if start >= windowStart, start + count <= windowStart + window.count { return }
        window = try file.read(at: start, count: min(limit - start, max(count, Self.windowSize)))
        windowStart = start
        guard window.count >= count else {
            throw StorageFailure(path: path, operation: "read", code: 0, reason: "it became shorter meanwhile")
        }
    }

    /// The damage at a place.
    package func damage(_ reason: String) -> LedgerDamage {
        LedgerDamage(path: path, offset: UInt64(offset), reason: reason)
    }

    /// Reads the records in a frame, each with its length before it, and whose each is.
    ///
    /// Those of another section than the shared one are between two records of the change of sections. `skipsEarlier`
    /// is whether one's updates before a snapshot are passed over, and not decoded.
    package mutating func records(
        of frame: Frame, in bytes: [UInt8], skipsEarlier: (LedgerKey) -> Bool = { _ in false },
        _ body: (LedgerKey, LedgerRecord) throws -> Void
    ) throws {
        var section = LedgerKey.shared
        try bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var reader = FieldReader(base + frame.payload.lowerBound, count: frame.payload.count)
            while !reader.isAtEnd {
                let place = frame.offset + Frame.headerSize + Frame.chainSize + reader.offset
                let record: LedgerRecord
                do throws(FormatFault) {
                    let fields = try reader.lengthPrefixed()
                    var head = fields
                    if try head.varint() == RecordKind.earlier, skipsEarlier(section) { continue }
                    record = try LedgerRecord(fields, of: origins[section])
                } catch {
                    let writer = error.isNewerVersion ? Self.rejection(header.library) : ""
                    throw LedgerDamage(
                        path: path, offset: UInt64(place), reason: error.reason + writer,
                        isNewerVersion: error.isNewerVersion)
                }
                if case .section(let key) = record { section = key }
                try body(section, record)
            }
        }
        if section != .shared { try body(.shared, .section(.shared)) }
    }

    /// Passes each record, whose it is, and its frame, up to the seal of the file, or to where no frame is complete.
    ///
    /// - Parameter found: takes the damage of a frame that is complete; by default it ends the reading.
    /// - Returns: whether there is a seal, and the end of the file before it.
    package mutating func readAll(
        skipsEarlier: (LedgerKey) -> Bool = { _ in false }, found: (LedgerDamage) throws -> Void = { throw $0 },
        _ body: (LedgerKey, LedgerRecord, Frame) throws -> Void
    ) throws -> (isSealed: Bool, last: LogEnd) {
        var last = end
        while let (frame, bytes) = try next() {
            if frame.kind == .sealed { return (true, last) }
            do {
                try records(of: frame, in: bytes, skipsEarlier: skipsEarlier) { try body($0, $1, frame) }
            } catch let damage as LedgerDamage {
                try found(damage)
            }
            last = end
        }
        return (false, last)
    }

    /// Reads a file that has to be complete up to its seal; returns the reader behind it, and the end before it.
    package static func readSealed(
        _ name: String, in files: any LedgerFiles, skipsEarlier: (LedgerKey) -> Bool = { _ in false },
        _ body: (LedgerKey, LedgerRecord, Frame) throws -> Void
    ) throws -> (reader: FrameReader, last: LogEnd) {
        var reader = try FrameReader(name, in: files)
        let (isSealed, last) = try reader.readAll(skipsEarlier: skipsEarlier, body)
        guard isSealed else { throw reader.isContinued() }
        return (reader, last)
    }

    /// Why it is not the file of its name, or not of a ledger; `nil` when it is.
    package func misplacement(_ name: String, of ledger: UInt64, _ secret: KeyedHash) -> LedgerDamage? {
        guard header.name == name else {
            return LedgerDamage(path: path, offset: 10, reason: "the file's name and its header disagree")
        }
        guard header.ledger == ledger, header.secret == secret else {
            return LedgerDamage(path: path, offset: 32, reason: "the file belongs to another ledger")
        }
        return nil
    }

    /// Whether a frame of the file has this end, or its header.
    func has(_ end: LogEnd, in files: any LedgerFiles) throws -> Bool {
        var reader = try FrameReader(header.name, in: files, limit: end.offset)
        while try reader.next() != nil {}
        return reader.end == end
    }

    /// Whether there is nothing but the header.
    package mutating func isUnused() throws -> Bool { try next() == nil && rest() == .empty }

    /// The damage of a file that has no complete frame here, and no seal.
    func isContinued() -> LedgerDamage { damage("records are missing or damaged here, and a later file continues") }

    /// The message with the version that wrote the unknown record.
    private static func rejection(_ library: LibraryVersion) -> String {
        ", and must not be skipped: Purser \(library) wrote this file, and this program has Purser "
            + "\(LibraryVersion.current)"
    }
}

/// The origins of the updates of a journal, by whose they are.
struct UpdateOrigins: Sendable {
    private let hash: KeyedHash
    private var known: [LedgerKey: UpdateOrigin] = [:]
    private var latest: (key: LedgerKey, origin: UpdateOrigin)

    init(_ hash: KeyedHash) {
        self.hash = hash
        latest = (.shared, UpdateOrigin(.shared, hash))
    }

    /// The origin of one section's updates; the same object each time.
    subscript(key: LedgerKey) -> UpdateOrigin {
        mutating get {
            if latest.key != key {
                let origin = known[key] ?? UpdateOrigin(key.account, hash)
                known[key] = origin
                latest = (key, origin)
            }
            return latest.origin
        }
    }
}
