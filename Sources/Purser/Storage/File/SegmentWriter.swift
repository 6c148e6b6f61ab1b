/// A file of a ledger, to which frames are written; after a failed write it is cut back to its acknowledged end.
///
/// The file is filled with zeros ahead of the frames, because syncing is faster while the size stays the same.
package struct SegmentWriter: Sendable {
    /// The header of the file.
    package let header: SegmentHeader
    /// Everything before this offset is acknowledged.
    package private(set) var end: Int
    private let file: any LedgerFile
    private var place: FilePlace
    private let mark: UInt32
    /// The checksum of the last frame that is acknowledged, or of the header.
    private var chain: UInt32
    private let isSynced: Bool
    private let fill: Int
    /// Everything before this offset is synced.
    private var safeEnd: Int
    /// The offset up to which the file is filled with zeros.
    private var filledEnd: Int
    /// The acknowledged bytes that are not synced yet: after a failed sync their state is unknown.
    private var unsafeTail: [UInt8] = []
    private var isBroken = false

    private static let largestFill = 1 << 18
    private static let largestTail = 1 << 18

    /// Continues a log at `end`, before which everything must be synced; from there to `filledEnd` it must be zeros.
    package init(
        _ file: any LedgerFile, path: String, _ header: SegmentHeader, end: LogEnd, filledEnd: Int, isSynced: Bool,
        fill: Int
    ) {
        self.fill = fill
        self.file = file
        place = FilePlace(of: file, at: path)
        self.header = header
        mark = header.mark
        self.end = end.offset
        chain = end.chain
        safeEnd = end.offset
        self.filledEnd = max(end.offset, filledEnd)
        self.isSynced = isSynced
    }

    /// Makes a file without frames, under another name until it is complete: see ``complete(in:)``.
    init(making header: SegmentHeader, in files: any LedgerFiles, isSynced: Bool = false, fill: Int = 0) throws {
        let file = try files.open(LedgerFolder.unfinished(header.name), as: .creating)
        try file.write(header.bytes, at: 0)
        self.init(
            file, path: files.path(of: header.name), header, end: header.end, filledEnd: 0, isSynced: isSynced,
            fill: fill)
        safeEnd = 0
    }

    mutating func complete(in files: any LedgerFiles) throws {
        try makeSafe()
        try files.rename(LedgerFolder.unfinished(header.name), to: header.name)
        try files.syncFolder()
    }

    var logEnd: LogEnd { LogEnd(log: header.number, offset: end, chain: chain) }

    /// Whether the file still has its name; with `quickly`, it is enough that it was not deleted.
    mutating func isInPlace(quickly: Bool = false) throws -> Bool { try quickly ? file.isNamed() : place.holds() }

    /// Returns when everything acknowledged is synced.
    mutating func makeSafe() throws {
        if isBroken { try cutBack() }
        guard safeEnd < end else { return }
        do {
            try file.sync()
        } catch {
            do { try cutBack() } catch { isBroken = true }
            throw error
        }
        noteSafe()
    }

    private mutating func noteSafe() {
        safeEnd = end
        unsafeTail.removeAll(keepingCapacity: true)
    }

    /// Writes frames, all or none; they are synced on return when `isUrgent` and the durability require it.
    mutating func append(_ frames: inout FrameBuffer, kind: Frame.Kind = .records, isUrgent: Bool) throws {
        guard frames.fits else {
            throw StorageFailure(path: place.path, operation: "write", code: 0, reason: "a record exceeds 15 MiB")
        }
        if isBroken { try cutBack() }
        let last = frames.close(as: kind, mark: mark, chain: chain, safeEnd: safeEnd, base: end)
        let sync = kind != .records || (isSynced && (isUrgent || unsafeTail.count + frames.count > Self.largestTail))
        do {
            try frames.withBytes { try write($0) }
            if sync { try file.sync() }
        } catch {
            do { try cutBack() } catch { isBroken = true }
            throw error
        }
        end += frames.count
        chain = last
        if sync {
            noteSafe()
        } else if isSynced {
            frames.withBytes { unsafeTail += $0 }
        }
    }

    /// Ends the file's frames with one of another kind, synced on return, which records that all before it is synced.
    mutating func append(_ kind: Frame.Kind) throws {
        try makeSafe()
        var frames = FrameBuffer()
        frames.begin()
        try append(&frames, kind: kind, isUrgent: true)
    }

    private mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
        let newEnd = end + bytes.count
        guard newEnd > filledEnd else { return try file.write(bytes, at: end) }
        // Small files grow by little, larger ones by more; after a large write nothing is filled.
        let fill = fill == 0 ? 0 : min(max(end, fill), Self.largestFill)
        guard bytes.count < fill else {
            try file.write(bytes, at: end)
            filledEnd = newEnd
            return
        }
        do {
            try file.write(Array(bytes) + [UInt8](repeating: 0, count: fill), at: end)
            filledEnd = newEnd + fill
        } catch {
            // A disk that is nearly full may still have space for the frames.
            try file.write(bytes, at: end)
            filledEnd = newEnd
        }
    }

    /// Restores the file to its acknowledged state after a failed write or sync.
    private mutating func cutBack() throws {
        // In place, so that the disk needs no more space for it.
        if !unsafeTail.isEmpty { try file.write(unsafeTail, at: safeEnd) }
        try file.truncate(to: end)
        filledEnd = end
        if isSynced { try file.sync() }
        safeEnd = isSynced ? end : safeEnd
        unsafeTail.removeAll(keepingCapacity: true)
        isBroken = false
    }
}

/// Checks whether an open file that is written to is still at its path.
///
/// After `stat`, Linux from 6.13 on records the exact date of the next write, and its sync takes 1.5 times as long: so
/// `stat` is called once, and after that only the file's place is read.
struct FilePlace: Sendable {
    private let file: any LedgerFile
    let path: String
    /// The system's name of the place when the file was last found at its path.
    private var known: [UInt8]?

    /// Makes the place of a file that is at this path, or soon will be.
    init(of file: any LedgerFile, at path: String) {
        self.file = file
        self.path = path
    }

    /// Whether the file is there: neither deleted, renamed nor replaced, nor its folder.
    mutating func holds() throws -> Bool {
        let place = file.place()
        if let place, place == known { return true }
        guard try file.isAt(path) else { return false }
        known = place
        return true
    }
}
