extension LaterFields {
    /// Adds a field as it was read.
    mutating func add(_ field: UInt64, _ value: FieldReader.Value) {
        switch value {
        case .number(let number): add(field, number)
        case .bytes(let start, let count): add(field, bytes: UnsafeRawBufferPointer(start: start, count: count))
        }
    }
}

extension FieldWriter {
    /// Writes the fields of a later version.
    mutating func fields(of later: LaterFields) { if !later.isEmpty { raw(later.bytes) } }
}
