#if Server
    /// A statement with its parameters, as the database takes them: text.
    package struct SQLStatement: Sendable {
        /// The statement, with `$1` for the first parameter and no value of its own.
        package let text: String
        /// The parameters.
        package let values: [SQLValue]

        /// A statement with parameters.
        package init(_ text: String, _ values: [SQLValue] = []) {
            self.text = text
            self.values = values
        }

        /// The function or table of the book that it names first, for metrics; `other` where it names none.
        package var subject: String {
            guard let schema = text.utf8.firstRange(of: "purser.".utf8) else { return "other" }
            return String(text[schema.upperBound...].prefix { $0.isLetter || $0 == "_" })
        }
    }

    /// A parameter of a statement.
    package enum SQLValue: Sendable, Hashable {
        /// `null`.
        case null
        /// A text.
        case text(String)
        /// A number.
        case integer(Int64)
        /// A number of seconds.
        case number(Double)
        /// Yes or no.
        case boolean(Bool)
        /// An array of texts, some of which may be missing.
        case texts([String?])
        /// An array of numbers.
        case integers([Int64])
        /// An array of bytes, some of which may be missing.
        case blobs([[UInt8]?])
    }

    extension SQLValue {
        /// The parameter as the database reads it; `nil` for `null`.
        ///
        /// - Throws: ``BookFailure`` where a text has a NUL, which would end it there.
        package func encoded() throws(BookFailure) -> [UInt8]? {
            let bytes: [UInt8]
            switch self {
            case .null: return nil
            case .text(let text): bytes = Array(text.utf8)
            case .integer(let number): bytes = Array(String(number).utf8)
            case .number(let number): bytes = Array(String(number).utf8)
            case .boolean(let value): bytes = [UInt8(ascii: value ? "t" : "f")]
            case .integers(let numbers):
                bytes = Array(("{" + numbers.map(String.init).joined(separator: ",") + "}").utf8)
            case .texts(let texts): bytes = Self.array(texts) { Self.quote($0, into: &$1) }
            case .blobs(let blobs): bytes = Self.array(blobs) { Self.hex($0, into: &$1) }
            }
            guard !bytes.contains(0) else {
                throw BookFailure(
                    .unstorable,
                    "A text holds a NUL, which PostgreSQL cannot store. The App Store signs none; reject it.")
            }
            return bytes
        }

        private static func array<Element>(_ elements: [Element?], _ body: (Element, inout [UInt8]) -> Void) -> [UInt8]
        {
            var bytes: [UInt8] = [UInt8(ascii: "{")]
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                if let element { body(element, &bytes) } else { bytes += Array("NULL".utf8) }
            }
            bytes.append(UInt8(ascii: "}"))
            return bytes
        }

        private static func quote(_ text: String, into bytes: inout [UInt8]) {
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }

        private static func hex(_ blob: [UInt8], into bytes: inout [UInt8]) {
            bytes.reserveCapacity(bytes.count + 2 * blob.count + 8)
            bytes += Array(#""\\x"#.utf8)
            for byte in blob {
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
            bytes.append(UInt8(ascii: "\""))
        }

        private static let digits = Array("0123456789abcdef".utf8)
    }
#endif
