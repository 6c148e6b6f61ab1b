/// Reads a binary property list: objects, a table of where each begins, and a trailer of 32 bytes.
struct BinaryPropertyList {
    /// An array or a dictionary of which some elements are still to be read.
    private struct Open {
        let isObject: Bool
        /// Where the number of the next element's object is.
        var next: Int
        /// Where the number of the next key's object is, of a dictionary.
        var nextKey: Int
        var left: Int
    }

    private let bytes: [UInt8]
    /// How many bytes a place in the table has.
    private let placeSize: Int
    /// How many bytes the number of an object has.
    private let numberSize: Int
    private let objectCount: Int
    private let table: Int
    private let top: Int
    private var opened: [Open] = []
    private var tree: JSONTree

    init(_ bytes: [UInt8]) throws(JSONScan.Mistake) {
        guard bytes.count >= 40 else { throw Self.damaged }
        let trailer = bytes.count - 32
        self.bytes = bytes
        tree = JSONTree(bytes: bytes.count)
        (placeSize, numberSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        let numbers = [8, 16, 24].map { Self.number(bytes[(trailer + $0)..<(trailer + $0 + 8)]) }
        guard (1...8).contains(placeSize), (1...8).contains(numberSize), let count = numbers[0], let top = numbers[1],
            let table = numbers[2], count > 0, top < count, (9...trailer).contains(table),
            count <= (trailer - table) / placeSize
        else { throw Self.damaged }
        (objectCount, self.top, self.table) = (count, top, table)
    }

    /// Reads the object at the top with everything below it.
    mutating func value() throws(JSONScan.Mistake) -> JSONValue {
        try read(top)
        while let last = opened.last {
            guard last.left > 0 else {
                opened.removeLast()
                guard tree.close(isObject: last.isObject) else { throw Self.damaged }
                continue
            }
            let index = opened.count - 1
            opened[index].left -= 1
            opened[index].next += numberSize
            if last.isObject {
                opened[index].nextKey += numberSize
                guard case .string(let key)? = scalar(at: try place(of: numbered(last.nextKey))) else {
                    throw Self.damaged
                }
                try tree.key(key)
            }
            try read(try numbered(last.next))
        }
        guard let root = tree.root else { throw Self.damaged }
        return root
    }

    private mutating func read(_ object: Int) throws(JSONScan.Mistake) {
        let place = try place(of: object)
        let kind = bytes[place] >> 4
        guard kind == 0xA || kind == 0xD else {
            guard let value = scalar(at: place) else { throw Self.damaged }
            return try tree.put(value)
        }
        let isObject = kind == 0xD
        try tree.open(isObject: isObject)
        guard let (count, start) = extent(at: place), count <= (table - start) / (isObject ? 2 : 1) / numberSize else {
            throw Self.damaged
        }
        let values = isObject ? start + count * numberSize : start
        opened.append(Open(isObject: isObject, next: values, nextKey: start, left: count))
    }

    private func numbered(_ start: Int) throws(JSONScan.Mistake) -> Int {
        guard let number = Self.number(bytes[start..<(start + numberSize)]) else { throw Self.damaged }
        return number
    }

    private func place(of object: Int) throws(JSONScan.Mistake) -> Int {
        guard object < objectCount else { throw Self.damaged }
        let start = table + object * placeSize
        guard let place = Self.number(bytes[start..<(start + placeSize)]), (8..<table).contains(place) else {
            throw Self.damaged
        }
        return place
    }

    /// How many elements, bytes or units an object has, and where they begin.
    private func extent(at place: Int) -> (count: Int, start: Int)? {
        guard bytes[place] & 0xF == 0xF else { return (Int(bytes[place] & 0xF), place + 1) }
        guard place + 1 < table, bytes[place + 1] >> 4 == 1, bytes[place + 1] & 0xF <= 3 else { return nil }
        let start = place + 2
        let size = 1 << Int(bytes[place + 1] & 0xF)
        guard size <= table - start, let count = Self.number(bytes[start..<(start + size)]) else { return nil }
        return (count, start + size)
    }

    /// The value of an object without elements; `nil` when its bytes are beyond the end.
    private func scalar(at place: Int) -> JSONValue? {
        let low = Int(bytes[place] & 0xF)
        switch bytes[place] {
        case 0x00: return .null
        case 0x08: return .bool(false)
        case 0x09: return .bool(true)
        case 0x10...0x14: return fixed(1 << low, at: place).map(Self.integer)
        case 0x22, 0x23: return fixed(1 << low, at: place).map(Self.real)
        case 0x50...0x5F, 0x70...0x7F: return content(at: place, unit: 1).map { Self.text($0) }
        case 0x60...0x6F: return content(at: place, unit: 2).map { Self.wideText($0) }
        // Dates, data, sets and other kinds.
        default: return .unreadable
        }
    }

    private func fixed(_ size: Int, at place: Int) -> ArraySlice<UInt8>? {
        size < table - place ? bytes[(place + 1)...(place + size)] : nil
    }

    private func content(at place: Int, unit: Int) -> ArraySlice<UInt8>? {
        guard let (count, start) = extent(at: place), count <= (table - start) / unit else { return nil }
        return bytes[start..<(start + count * unit)]
    }

    private static var damaged: JSONScan.Mistake { JSONScan.Mistake("it is a damaged binary property list") }
}

extension BinaryPropertyList {
    /// A number that is not negative; `nil` when it is beyond all sizes.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? { Int(exactly: bits(bytes)) }

    private static func bits(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// A number of eight bytes may be negative; one that needs the sign bit has sixteen.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        guard bytes.count >= 8 else { return .number(bits(bytes).description) }
        guard bytes.count > 8 else { return .number(Int64(bitPattern: bits(bytes)).description) }
        return bytes.prefix(8).allSatisfy { $0 == 0 } ? .number(bits(bytes.suffix(8)).description) : .unreadable
    }

    private static func real(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        let text =
            bytes.count == 4
            ? Float(bitPattern: UInt32(truncatingIfNeeded: bits(bytes))).description
            : Double(bitPattern: bits(bytes)).description
        return XMLPropertyList.real(text)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        String(wholeUTF8: bytes).map { $0 == XMLPropertyList.nullText ? .null : .string($0) } ?? .unreadable
    }

    private static func wideText(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
            units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
        }
        let text = String(decoding: units, as: UTF16.self)
        // Half a surrogate pair was repaired, and so differs.
        return text.utf16.elementsEqual(units) ? .string(text) : .unreadable
    }
}
