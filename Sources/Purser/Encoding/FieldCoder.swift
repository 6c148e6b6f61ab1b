/// A value of several fields, which are listed once, for reading and for writing.
protocol FieldCoded {
    /// The value without any of the fields.
    static var blank: Self { get }
    /// Goes through all fields, in the order in which they are written.
    mutating func code(_ fields: inout FieldCoder)
}

/// Reads the fields of a value, in any order, or writes them.
///
/// Fields that are not in the list are kept, also inside other fields (L5).
struct FieldCoder {
    private let isWriting: Bool
    fileprivate var writer: FieldWriter
    private var reader: FieldReader?
    private var next: (number: UInt64, value: FieldReader.Value)?
    private var later: LaterFields
    private var fault: FormatFault?

    fileprivate init(_ writer: FieldWriter, _ later: LaterFields) {
        (isWriting, self.writer, self.later) = (true, writer, later)
    }

    private init(_ reader: FieldReader) {
        (isWriting, self.reader, later) = (false, reader, LaterFields())
        writer = FieldWriter(UnsafeMutableRawBufferPointer(start: nil, count: 0), at: 0)
        advance()
    }

    /// Reads the fields of a value, and returns those of a later version.
    static func read(_ value: inout some FieldCoded, _ reader: FieldReader) throws(FormatFault) -> LaterFields {
        var coder = FieldCoder(reader)
        repeat {
            let start = coder.reader?.offset
            value.code(&coder)
            // When no field of the list is next, the next field is unknown.
            if coder.reader?.offset == start, let (number, value) = coder.next {
                coder.later.add(number, value)
                coder.advance()
            }
        } while coder.next != nil
        if let fault = coder.fault { throw fault }
        return coder.later
    }

    private mutating func advance() {
        do throws(FormatFault) { next = try reader?.next() } catch { fail(error) }
    }

    private mutating func fail(_ error: FormatFault) { (fault, next) = (error, nil) }

    /// Passes a field to `body` if it is next, and again if it is repeated.
    private mutating func read(
        _ number: UInt64, _ body: (inout FieldCoder, FieldReader.Value, FieldReader) throws(FormatFault) -> Void
    ) {
        while let (found, value) = next, found == number, let reader {
            do throws(FormatFault) { try body(&self, value, reader) } catch { return fail(error) }
            advance()
        }
    }

    // MARK: Values

    /// Codes a field that is always written.
    mutating func field<Value: FieldValue>(_ number: UInt64, _ value: inout Value) {
        if isWriting { return value.write(number, to: &writer) }
        read(number) { _, found, fields throws(FormatFault) in value = try Value.read(found, fields) }
    }

    /// Codes a field that is omitted when it is missing.
    mutating func field<Value: FieldValue>(_ number: UInt64, _ value: inout Value?) {
        if isWriting { return value?.write(number, to: &writer) ?? () }
        read(number) { _, found, fields throws(FormatFault) in value = try Value.read(found, fields) }
    }

    /// Codes a field that is omitted when it has its usual value.
    mutating func field<Value: FieldValue & Equatable>(_ number: UInt64, _ value: inout Value, unless usual: Value) {
        if !isWriting || value != usual { field(number, &value) }
    }

    mutating func fields<Value: FieldValue>(_ number: UInt64, _ values: inout [Value]) {
        if isWriting {
            for value in values { value.write(number, to: &writer) }
            return
        }
        read(number) { _, found, fields throws(FormatFault) in values.append(try Value.read(found, fields)) }
    }

    mutating func skip(below number: UInt64) {
        while let found = next?.number, found < number { advance() }
    }

    // MARK: Values of several fields

    /// Codes a field with fields inside that is omitted when the value is missing.
    mutating func message<Value: FieldCoded>(_ number: UInt64, _ value: inout Value?) {
        if isWriting { return value.map { write(number, $0, 0) } ?? () }
        read(number) { coder, found, fields throws(FormatFault) in
            var new = Value.blank
            coder.later.add(number, 0, inside: try Self.read(&new, fields.message(found)))
            value = new
        }
    }

    /// Codes a field with fields inside for each value.
    mutating func messages<Value: FieldCoded>(_ number: UInt64, _ values: inout [Value]) {
        if isWriting {
            for (index, value) in values.enumerated() { write(number, value, index) }
            return
        }
        read(number) { coder, found, fields throws(FormatFault) in
            var new = Value.blank
            coder.later.add(number, values.count, inside: try Self.read(&new, fields.message(found)))
            values.append(new)
        }
    }

    private mutating func write(_ number: UInt64, _ value: some FieldCoded, _ index: Int) {
        writer.message(number, value, later.inside(number, index))
    }
}

extension FieldWriter {
    /// Writes the fields of a value, and after them those of a later version.
    mutating func fields(of value: some FieldCoded, _ later: LaterFields = LaterFields()) {
        var value = value
        var coder = FieldCoder(self, later)
        value.code(&coder)
        self = coder.writer
        later.write(to: &self)
    }

    /// Codes a field whose bytes are the fields of a value, and those of a later version.
    mutating func message(_ number: UInt64, _ value: some FieldCoded, _ later: LaterFields = LaterFields()) {
        message(number) { $0.fields(of: value, later) }
    }
}

// MARK: - Records of few fields

extension FieldReader {
    /// The last value of a field that may be repeated; `nil` when it is missing.
    func value<Value: FieldValue>(_ number: UInt64) throws(FormatFault) -> Value? {
        guard let value = try last(number) else { return nil }
        return try Value.read(value, self)
    }

    func values<Value: FieldValue>(_ number: UInt64) throws(FormatFault) -> [Value] {
        var (fields, values): (FieldReader, [Value]) = (self, [])
        while let (found, value) = try fields.next() {
            if found == number { values.append(try Value.read(value, self)) }
        }
        return values
    }

    /// A reader of the fields inside a field; `nil` when it is missing.
    func message(at number: UInt64) throws(FormatFault) -> FieldReader? {
        guard let value = try last(number) else { return nil }
        return try message(value)
    }

    func bytes(at number: UInt64) throws(FormatFault) -> UnsafeRawBufferPointer? {
        guard let value = try last(number) else { return nil }
        return try bytes(value)
    }

    private func last(_ number: UInt64) throws(FormatFault) -> FieldReader.Value? {
        var (fields, last): (FieldReader, FieldReader.Value?) = (self, nil)
        while let (found, value) = try fields.next() { if found == number { last = value } }
        return last
    }
}
