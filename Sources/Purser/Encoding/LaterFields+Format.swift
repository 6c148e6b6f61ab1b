extension LaterFields {
    /// Adds a field as it was read.
    mutating func add(_ number: UInt64, _ value: FieldReader.Value) {
        // Numbers from here on identify fields inside other fields.
        guard number < Self.insideNumbers else { return }
        switch value {
        case .number(let value): bytes += [UInt8](writing: { $0.field(number, value) })
        case .bytes(let start, let count): add(number, bytes: UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    private mutating func add(_ number: UInt64, bytes content: UnsafeRawBufferPointer) {
        bytes += [UInt8](writing: { $0.field(number, bytes: Array(content)) })
    }

    /// Adds the fields that a later version has written inside a known field, the one of this index with its number.
    mutating func add(_ number: UInt64, _ index: Int, inside fields: LaterFields) {
        guard !fields.isEmpty else { return }
        fields.bytes.withUnsafeBytes { add(Self.inside(number, index), bytes: $0) }
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

    /// Writes the fields as they were read; fields inside other fields are written there.
    func write(to writer: inout FieldWriter) {
        guard !isEmpty else { return }
        forEach { number, value in
            guard number < Self.insideNumbers else { return }
            switch value {
            case .number(let value): writer.field(number, value)
            case .bytes(let start, let count):
                writer.field(number, bytes: [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
            }
        }
    }

    private static let insideNumbers = UInt64(1) << 32

    private static func inside(_ number: UInt64, _ index: Int) -> UInt64 { UInt64(index + 1) << 32 | number }

    private func forEach(_ body: (UInt64, FieldReader.Value) -> Void) {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            var fields = FieldReader(start, count: bytes.count)
            // They were written here, so they are valid.
            while let (number, value) = try? fields.next() { body(number, value) }
        }
    }
}

extension [UInt8] {
    /// Makes the bytes that `body` writes.
    init(writing body: (inout FieldWriter) -> Void) {
        self.init(repeating: 0, count: 256)
        while true {
            let end = withUnsafeMutableBytes { room in
                var writer = FieldWriter(room, at: 0)
                body(&writer)
                return writer.end
            }
            if end <= count {
                removeLast(count - end)
                return
            }
            self = [UInt8](repeating: 0, count: end)
        }
    }
}
