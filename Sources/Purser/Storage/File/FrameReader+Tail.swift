// The bytes after the last complete frame are read page by page, and holes are skipped: a file may have any length.
extension FrameReader {
    /// The bytes after the last complete frame.
    package enum Rest: Sendable, Hashable {
        /// Only zeros, or nothing.
        case empty
        /// Bytes of a write that was never acknowledged.
        case torn
        /// Bytes of a frame that was once synced, as a later frame shows.
        case damaged
    }

    /// Examines the bytes at `offset`, where no frame and no group of frames is complete.
    package func rest() throws -> Rest {
        guard let place = try afterPart() else { return .damaged }
        var search = TailSearch(from: place, to: limit)
        while let frame = try nextWhole(&search) {
            // A complete frame at this place names another one before it than the one that is there.
            if frame.safeEnd > place || frame.offset == place && frame.safeEnd == place { return .damaged }
            search.go(to: frame.end)
        }
        if search.isExhausted { return .damaged }
        return search.isEmpty && place == offset ? .empty : .torn
    }

    /// Moves to the next complete frame, but into no group whose beginning is missing; false when there is none.
    package mutating func skip() throws -> Bool {
        var search = TailSearch(from: offset, to: limit)
        search.go(to: offset + 8)
        search.budget = .max
        while let frame = try nextWhole(&search) {
            if frame.kind == .continues || frame.kind == .ends {
                search.go(to: frame.end)
                continue
            }
            seek(to: frame.offset, after: frame.chain, isInGroup: false)
            return true
        }
        return false
    }

    /// The next complete frame; `nil` when there is none, or the search would take too long.
    private func nextWhole(_ search: inout TailSearch) throws -> Frame? {
        while let page = try search.nextPage(of: file) {
            while let place = search.nextPlace(in: page, of: mark) {
                let head = try file.read(at: place, count: min(Frame.headerSize, limit - place))
                guard head.count == Frame.headerSize else { return nil }
                let word: UInt32 = head.number(at: 4)
                let length = Frame.covered(Int(word & 0xFF_FFFF))
                guard length <= limit - place else { continue }
                guard search.pay(length) else { return nil }
                let bytes = try file.read(at: place, count: length)
                if let frame = Frame(in: bytes, at: 0, offset: place, mark: mark) { return frame }
            }
        }
        return nil
    }
}

/// The position of a search for complete frames; frames begin at multiples of 8.
private struct TailSearch {
    private var position: Int
    private let limit: Int
    private var page: (start: Int, bytes: [UInt8]) = (0, [])
    /// Whether nothing but zeros was seen.
    private(set) var isEmpty = true
    /// How many bytes may still be read for checksums: wrong lengths could make them take very long.
    var budget: Int
    private(set) var isExhausted = false

    private static let pageSize = 1 << 18

    init(from start: Int, to limit: Int) {
        position = start
        self.limit = limit
        let (cost, overflow) = (limit - start).multipliedReportingOverflow(by: 8)
        budget = overflow ? .max : min(cost, .max - 1 << 20) + 1 << 20
    }

    mutating func go(to place: Int) { position = place }

    /// Subtracts the cost of a checksum; false when not enough is left.
    mutating func pay(_ cost: Int) -> Bool {
        budget -= cost
        isExhausted = budget <= 0
        return !isExhausted
    }

    /// The bytes at the current position, or the next ones that are not in a hole; `nil` at the end.
    mutating func nextPage(of file: any LedgerFile) throws -> (start: Int, bytes: [UInt8])? {
        guard !isExhausted, position < limit else { return nil }
        if position >= page.start, position < page.start + page.bytes.count { return page }
        guard let data = try file.nextData(from: position), data < limit else { return nil }
        position = max(position, data & ~7)
        let bytes = try file.read(at: position, count: min(Self.pageSize, limit - position))
        guard !bytes.isEmpty else { return nil }
        if isEmpty { isEmpty = bytes.allSatisfy { $0 == 0 } }
        page = (position, bytes)
        return page
    }

    /// The next place in a page where a frame may begin; moves after it; `nil` at the page's end.
    mutating func nextPlace(in page: (start: Int, bytes: [UInt8]), of mark: UInt32) -> Int? {
        let end = page.start + page.bytes.count
        defer { if position > end { position = end } }
        return page.bytes.withUnsafeBytes { bytes in
            while position + 4 <= end {
                let place = position
                position += 8
                let word = bytes.loadUnaligned(fromByteOffset: place - page.start, as: UInt32.self)
                if UInt32(littleEndian: word) == mark { return place }
            }
            position = end
            return nil
        }
    }
}
