extension LaterFields {
    mutating func add(_ number: UInt64, _ value: FieldReader.Value) {
        // Numbers from here on identify fields inside other fields.
        guard number < Self.insideNumbers else { return }
        bytes += [UInt8](writing: { $0.field(number, value) })
    }

    /// Adds the fields that a later version has written inside a known field, the one of this index with its number.
    mutating func add(_ number: UInt64, _ index: Int, inside fields: LaterFields) {
        guard !fields.isEmpty else { return }
        bytes += [UInt8](writing: { $0.field(Self.inside(number, index), bytes: fields.bytes) })
    }

    /// The fields that a later version has written inside a field.
    func inside(_ number: UInt64, _ index: Int = 0) -> LaterFields {
        var fields = LaterFields()
        guard !isEmpty else { return fields }
        forEach { found, value in
            if found == Self.inside(number, index), case .bytes(let start, let count) = value {
                fields.bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
            }
        }
        return fields
    }

    func write(to writer: inout FieldWriter) {
        guard !isEmpty else { return }
        forEach { number, value in
            if number < Self.insideNumbers { writer.field(number, value) }
        }
    }

    private static let insideNumbers = UInt64(1) << 32

    private static func inside(_ number: UInt64, _ index: Int) -> UInt64 { UInt64(index + 1) << 32 | number }

    private func forEach(_ body: (UInt64, FieldReader.Value) -> Void) {
        bytes.withUnsafeBytes { FieldReader($0)?.readAll(body) }
    }
}

extension [UInt8] {
    init(writing body: (inout FieldWriter) -> Void) {
        self = FieldWriter.bytes(of: body) { Array($0) }
    }
}
