extension LaterFields {
    /// Adds a field as it was read.
    mutating func add(_ field: UInt64, _ value: FieldReader.Value) {
        switch value {
        case .number(let number): add(field, number)
        case .bytes(let start, let count): add(field, bytes: UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// Writes the fields as they were read.
    func write(to writer: inout FieldWriter) { if !isEmpty { writer.raw(bytes) } }
}
