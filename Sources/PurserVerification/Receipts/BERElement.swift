/// One element of BER (X.690, section 8): its kind, and the place of its content.
struct BERElement: Sendable {
    /// The identifier octet: class, whether it is made of others, and number.
    let tag: UInt8
    /// Where it begins.
    let start: Int
    /// The place of its content, without the marks of its end.
    let content: Range<Int>
    /// Where the next element begins.
    let end: Int

    var isConstructed: Bool { tag & 0x20 != 0 }
}

/// The reason why bytes are rejected as BER.
struct BERMistake: Error {
    /// The fault, as text.
    let reason: String
    /// The number of bytes before it.
    let offset: Int
    /// Whether it may be the App Store's, but exceeds a limit of this library.
    var isLimit = false

    /// The error of a receipt: data beyond a limit is no forgery.
    func error(_ subject: StaticString) -> SignedDataFailure {
        guard isLimit else {
            return SignedDataFailure(
                .malformed, .form, "\(subject): \(reason), after \(offset) bytes. Refresh the receipt.")
        }
        return SignedDataFailure(
            .tooLarge, .form,
            "It exceeds a limit: \(reason), after \(offset) bytes. The App Store writes nothing like it; reject it."
        )
    }
}

/// Reads BER, definite and indefinite lengths, without copying and without trusting any length.
///
/// Xcode writes indefinite lengths and octet strings in pieces; the App Store writes neither. Nesting is limited, so
/// that no input exhausts the stack, and lengths are compared with the remaining bytes before anything is read.
struct BERReader: Sendable {
    /// Common identifier octets.
    enum Tag {
        static let integer: UInt8 = 0x02
        static let bits: UInt8 = 0x03
        static let octets: UInt8 = 0x04
        static let octetsInPieces: UInt8 = 0x24
        static let null: UInt8 = 0x05
        static let object: UInt8 = 0x06
        static let utf8: UInt8 = 0x0C
        static let ia5: UInt8 = 0x16
        static let sequence: UInt8 = 0x30
        static let set: UInt8 = 0x31
        static let first: UInt8 = 0xA0
        static let second: UInt8 = 0xA1
    }

    /// The deepest nesting that is read; receipts have nine levels, their certificates included.
    static let maximumDepth = 24
    /// The most elements that are looked at to find one marked end; Xcode writes a piece for each 1,000 bytes.
    ///
    /// Each level around an element looks for its own end, so at most 24 times as many are looked at in all.
    static let maximumElements = 50_000

    let bytes: [UInt8]

    /// The element that begins at an offset and ends before another.
    func element(at start: Int, before limit: Int, depth: Int = 0) throws(BERMistake) -> BERElement {
        var left = Self.maximumElements
        return try element(at: start, before: limit, depth: depth, &left)
    }

    private func element(
        at start: Int, before limit: Int, depth: Int, _ left: inout Int
    ) throws(BERMistake) -> BERElement {
        guard depth < Self.maximumDepth else {
            throw self.limit("it is nested more than \(Self.maximumDepth) deep", start)
        }
        guard left > 0 else {
            throw self.limit("an element has more than \(Self.maximumElements) elements inside", start)
        }
        left -= 1
        guard limit - start >= 2 else { throw mistake("it ends in the middle of an element", start) }
        let tag = bytes[start]
        guard tag & 0x1F != 0x1F else { throw mistake("a tag has more than one byte", start) }
        let first = bytes[start + 1]
        if first == 0x80 { return try indefinite(tag, start, before: limit, depth: depth, &left) }
        var position = start + 2
        var length = Int(first)
        if first > 0x80 {
            let count = Int(first & 0x7F)
            guard count <= 4, limit - position >= count else { throw mistake("a length is too large", start) }
            length = bytes[position..<(position + count)].reduce(0) { $0 << 8 | Int($1) }
            position += count
        }
        guard length <= limit - position else { throw mistake("an element is longer than the remaining bytes", start) }
        return BERElement(tag: tag, start: start, content: position..<(position + length), end: position + length)
    }

    private func indefinite(
        _ tag: UInt8, _ start: Int, before limit: Int, depth: Int, _ left: inout Int
    ) throws(BERMistake) -> BERElement {
        guard tag & 0x20 != 0 else { throw mistake("an element without parts has no length", start) }
        var position = start + 2
        while true {
            guard limit - position >= 2 else { throw mistake("an element has no end", start) }
            if bytes[position] == 0, bytes[position + 1] == 0 {
                return BERElement(tag: tag, start: start, content: (start + 2)..<position, end: position + 2)
            }
            position = try element(at: position, before: limit, depth: depth + 1, &left).end
        }
    }

    func mistake(_ reason: String, _ offset: Int) -> BERMistake { BERMistake(reason: reason, offset: offset) }

    func limit(_ reason: String, _ offset: Int) -> BERMistake {
        BERMistake(reason: reason, offset: offset, isLimit: true)
    }
}

/// Goes through the elements of a range, one after the other.
struct BERCursor {
    let reader: BERReader
    private(set) var position: Int
    let end: Int
    private let depth: Int

    init(_ reader: BERReader, _ range: Range<Int>, depth: Int) {
        self.reader = reader
        position = range.lowerBound
        end = range.upperBound
        self.depth = depth
    }

    var isAtEnd: Bool { position == end }

    /// The identifier octet of the next element; `nil` at the end.
    var nextTag: UInt8? { isAtEnd ? nil : reader.bytes[position] }

    /// The next element, of any kind.
    mutating func next() throws(BERMistake) -> BERElement {
        let element = try reader.element(at: position, before: end, depth: depth)
        position = element.end
        return element
    }

    /// The next element, which must be of this kind.
    mutating func next(_ tag: UInt8, _ name: StaticString) throws(BERMistake) -> BERElement {
        guard nextTag == tag else { throw reader.mistake("the \(name) is missing, or has another type", position) }
        return try next()
    }

    /// The elements inside the next one, which must be of this kind.
    mutating func inside(_ tag: UInt8, _ name: StaticString) throws(BERMistake) -> BERCursor {
        BERCursor(reader, try next(tag, name).content, depth: depth + 1)
    }

    /// The elements inside an element that came from this cursor.
    func inside(_ element: BERElement) -> BERCursor { BERCursor(reader, element.content, depth: depth + 1) }

    /// The bytes of the next element, which must be octets, in one piece or in several.
    mutating func octets(_ name: StaticString) throws(BERMistake) -> [UInt8] {
        guard nextTag == BERReader.Tag.octetsInPieces else {
            return Array(reader.bytes[try next(BERReader.Tag.octets, name).content])
        }
        var pieces = try inside(BERReader.Tag.octetsInPieces, name)
        var octets: [UInt8] = []
        while !pieces.isAtEnd { octets += try pieces.octets(name) }
        return octets
    }

    /// A whole number of the next element.
    mutating func integer(_ name: StaticString) throws(BERMistake) -> Int64 {
        let element = try next(BERReader.Tag.integer, name)
        guard let value = Self.integer(reader.bytes[element.content]) else {
            throw reader.mistake("the \(name) is too large", element.start)
        }
        return value
    }

    /// A whole number in two's complement, of at most eight bytes.
    static func integer(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let first = bytes.first, bytes.count <= 8 else { return nil }
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    /// Checks that nothing follows.
    func finish() throws(BERMistake) {
        guard isAtEnd else { throw reader.mistake("there are unexpected bytes after it", position) }
    }
}
