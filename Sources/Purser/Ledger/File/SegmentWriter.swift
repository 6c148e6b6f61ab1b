/// The file at the end of a ledger: takes frames, and is cut back to the last acknowledged byte when that fails.
///
/// Room is filled with zeros ahead of time, because writing over bytes that are there leaves the file's size alone, and
/// syncing such a write is several times cheaper than syncing one that makes the file longer.
package struct SegmentWriter: Sendable {
    /// The header of the file.
    package let header: SegmentHeader
    /// Everything before this place is acknowledged.
    package private(set) var end: Int
    private let file: any LedgerFile
    private let mark: UInt32
    private let isSynced: Bool
    private let fill: Int
    /// Everything before this place is safe.
    private var safeEnd: Int
    /// Up to here there are zeros to write over.
    private var filledEnd: Int
    /// What was acknowledged and is not safe yet: after a failed sync nobody knows what became of it.
    private var unsafeTail: [UInt8] = []
    private var isBroken = false

    private static let largestFill = 1 << 18
    private static let largestTail = 1 << 18

    /// Goes on behind what was read, which must be safe; what follows `end` must be zeros up to `filledEnd`.
    package init(
        _ file: any LedgerFile, _ header: SegmentHeader, end: Int, filledEnd: Int, isSynced: Bool, fill: Int
    ) {
        self.fill = fill
        self.file = file
        self.header = header
        mark = header.mark
        self.end = end
        safeEnd = end
        self.filledEnd = max(end, filledEnd)
        self.isSynced = isSynced
    }

    /// Writes frames, all or none; they are safe on return when `isUrgent` (unless nothing ever is).
    mutating func append(_ frames: inout FrameBuffer, kind: Frame.Kind = .records, isUrgent: Bool) throws {
        if isBroken { try cutBack() }
        frames.close(as: kind, mark: mark, safeEnd: safeEnd, base: end)
        let sync = kind != .records || (isSynced && (isUrgent || unsafeTail.count + frames.count > Self.largestTail))
        do {
            try frames.withBytes { try write($0) }
            if sync { try file.sync() }
        } catch {
            do { try cutBack() } catch { isBroken = true }
            throw error
        }
        end += frames.count
        if sync {
            safeEnd = end
            unsafeTail.removeAll(keepingCapacity: true)
        } else if isSynced {
            frames.withBytes { unsafeTail += $0 }
        }
    }

    /// Ends the file's frames with one of another kind, which is safe on return.
    mutating func append(_ kind: Frame.Kind) throws {
        var frames = FrameBuffer()
        frames.begin()
        try append(&frames, kind: kind, isUrgent: true)
    }

    private mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
        let newEnd = end + bytes.count
        guard newEnd > filledEnd else { return try file.write(bytes, at: end) }
        // Small files grow by little, larger ones by more; what is large by itself needs no room after it.
        let fill = min(max(end, fill), Self.largestFill)
        guard bytes.count < fill else {
            try file.write(bytes, at: end)
            filledEnd = newEnd
            return
        }
        do {
            try file.write(Array(bytes) + [UInt8](repeating: 0, count: fill), at: end)
            filledEnd = newEnd + fill
        } catch {
            // A disk that is nearly full may still have room for what counts.
            try file.write(bytes, at: end)
            filledEnd = newEnd
        }
    }

    /// Makes the file what was acknowledged, whatever a failed write or sync has left of it.
    private mutating func cutBack() throws {
        // In place, so that no room is needed for it.
        if !unsafeTail.isEmpty { try file.write(unsafeTail, at: safeEnd) }
        try file.truncate(to: end)
        filledEnd = end
        if isSynced { try file.sync() }
        safeEnd = isSynced ? end : safeEnd
        unsafeTail.removeAll(keepingCapacity: true)
        isBroken = false
    }
}
