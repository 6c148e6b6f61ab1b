/// A list of byte strings in one piece of memory.
package struct ByteStrings: Sendable, Hashable {
    private var bytes: [UInt8] = []
    /// Where each string ends.
    private var ends: [UInt32] = []

    /// An empty list.
    package init() {}

    /// How many there are.
    package var count: Int { ends.count }

    var size: Int { bytes.count }

    func read<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<Int(ends[index])])) }
    }

    mutating func append(_ string: UnsafeRawBufferPointer) {
        let size = bytes.count + string.count
        if size > bytes.capacity { bytes.reserveCapacity(size + max(512, size / 4)) }
        if ends.count == ends.capacity { ends.reserveCapacity(ends.count + max(16, ends.count / 4)) }
        bytes.append(contentsOf: string)
        ends.append(UInt32(bytes.count))
    }
}

extension ByteStrings: FieldMessage {
    func write(to writer: inout FieldWriter) {
        for index in 0..<count { read(index) { writer.field(1, bytes: $0) } }
    }

    /// Reads strings with at least a number of bytes.
    init(_ reader: FieldReader, atLeast least: Int = 0) throws(FormatFault) {
        var fields = reader
        while let (number, value) = try fields.next() {
            guard number == 1 else { continue }
            let string = try fields.bytes(value)
            guard string.count >= least else { throw FormatFault("a string of \(string.count) bytes is cut off") }
            append(string)
        }
    }
}
