#if Server
    import CPostgres

    /// Texts that end with a NUL each, in one piece of memory, as C functions take them.
    struct EncodedValues {
        private var bytes: [CChar] = []
        private var starts: [Int?] = []

        /// The parameters of a statement.
        init(_ values: [SQLValue]) throws(BookFailure) {
            for value in values { add(try value.encoded()) }
        }

        /// Texts.
        init(texts: [String]) {
            for text in texts { add(Array(text.utf8)) }
        }

        private mutating func add(_ text: [UInt8]?) {
            guard let text else { return starts.append(nil) }
            starts.append(bytes.count)
            bytes.append(contentsOf: text.lazy.map { CChar(bitPattern: $0) })
            bytes.append(0)
        }

        /// Lends a pointer to each text; `nil` for a missing one.
        func withPointers<Value>(_ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
            bytes.withUnsafeBufferPointer { buffer in
                body(starts.map { start in start.flatMap { start in buffer.baseAddress.map { $0 + start } } })
            }
        }
    }

    extension SQLResult {
        /// The rows of an answer of libpq's.
        init(_ result: OpaquePointer) {
            let columns = PQnfields(result)
            self.init(
                rows: (0..<PQntuples(result)).map { row in
                    SQLRow(
                        (0..<columns).map { column in
                            guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
                            else { return nil }
                            let count = Int(PQgetlength(result, row, column))
                            return Array(UnsafeRawBufferPointer(start: value, count: count))
                        })
                })
        }
    }

    extension BookFailure {
        /// An error that libpq has answered.
        init(_ result: OpaquePointer, _ connection: OpaquePointer) {
            guard let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))) else {
                self = .cutOff(String(cString: PQerrorMessage(connection)))
                return
            }
            let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) } ?? ""
            self.init(state: String(cString: state), text)
        }
    }
#endif
