/// Frames that are about to be written, in one piece of memory: records are encoded after the space for their headers.
struct FrameBuffer: Sendable {
    private static let keptRoom = 1 << 20

    private let fullLength: Int
    private var room: [UInt8] = []
    private var end = 0
    /// Where the frames begin, each at a multiple of 8, and how many bytes follow each one's header.
    private var frames: [(start: Int, length: Int)] = []
    private var section = (next: LedgerKey.shared, last: LedgerKey.shared)

    /// No frame yet; when one has this many bytes, the next record begins another one.
    init(fullLength: Int = 1 << 20) { self.fullLength = fullLength }

    var isEmpty: Bool { frames.isEmpty }
    /// Whether every frame's length fits into its 24 bits.
    var fits: Bool { frames.allSatisfy { $0.length <= Frame.maximumLength } }
    var count: Int { end }

    /// Adds a record; each frame says again whose its records are.
    mutating func append(_ record: LedgerRecord) {
        if case .section(let key) = record {
            section.next = key
            return
        }
        if frames.isEmpty || frames[frames.count - 1].length >= fullLength { begin() }
        if section.next != section.last {
            section.last = section.next
            add(.section(section.next))
        }
        add(record)
    }

    private mutating func add(_ record: LedgerRecord) {
        let start = frames[frames.count - 1].start + Frame.headerSize
        let used = start + frames[frames.count - 1].length
        var written = write(record, at: used)
        if written > room.count {
            makeRoom(for: written)
            written = write(record, at: used)
        }
        frames[frames.count - 1].length = written - start
        end = written
    }

    mutating func begin() {
        let start = Frame.padded(end)
        section.last = .shared
        frames.append((start, Frame.chainSize))
        end = start + Frame.headerSize + Frame.chainSize
        makeRoom(for: end)
    }

    private mutating func write(_ record: LedgerRecord, at place: Int) -> Int {
        room.withUnsafeMutableBytes { room in
            var writer = FieldWriter(room, at: place)
            writer.record(record)
            return writer.end
        }
    }

    private mutating func makeRoom(for count: Int) {
        // Also for the zeros after the last record.
        guard count + 8 > room.count else { return }
        room += [UInt8](repeating: 0, count: max(room.count, count + 8 - room.count, 4_096))
    }

    /// Makes the frames valid at their place in the file, and returns the checksum of the last one.
    ///
    /// Several frames with records are one group.
    mutating func close(as kind: Frame.Kind, mark: UInt32, chain: UInt32, safeEnd: Int, base: Int) -> UInt32 {
        makeRoom(for: end)
        var chain = chain
        let last = frames.count - 1
        room.withUnsafeMutableBytes { room in
            for (index, (start, length)) in frames.enumerated() {
                let end = start + Frame.headerSize + length
                for place in end..<Frame.padded(end) { room[place] = 0 }
                chain = Frame.writeHeader(
                    UnsafeMutableRawBufferPointer(rebasing: room[start..<Frame.padded(end)]), length: length,
                    kind: kind == .records ? .records(at: index, to: last) : kind, mark: mark, chain: chain,
                    safeEnd: safeEnd, offset: base + start)
            }
        }
        end = Frame.padded(end)
        return chain
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try room.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    }

    /// Empties it and keeps its memory, because the next records will be about as many.
    mutating func removeAll() {
        frames.removeAll(keepingCapacity: true)
        end = 0
        if room.count > Self.keptRoom { room = [] }
    }
}
