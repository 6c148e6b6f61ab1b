#if Server
    /// The rows that a statement has answered.
    package struct SQLResult: Sendable, Hashable {
        /// The rows.
        package var rows: [SQLRow]

        /// Rows.
        package init(rows: [SQLRow] = []) { self.rows = rows }
    }

    /// A row, with the text of each column; `nil` for `null`.
    package struct SQLRow: Sendable, Hashable {
        private let cells: [[UInt8]?]

        /// A row of these cells.
        package init(_ cells: [[UInt8]?]) { self.cells = cells }

        private func cell(_ column: Int) -> [UInt8]? { cells.indices.contains(column) ? cells[column] : nil }

        /// Whether a column is `null`.
        package func isNull(_ column: Int) -> Bool { cell(column) == nil }

        /// A column as text; `nil` for `null`.
        package func text(_ column: Int) -> String? { cell(column).map { String(decoding: $0, as: UTF8.self) } }

        /// A column as a number; `nil` for `null`, and for what is none.
        package func integer(_ column: Int) -> Int64? { text(column).flatMap { Int64($0) } }

        /// A column as a number with a fraction; `nil` for `null`, and for what is none.
        package func number(_ column: Int) -> Double? { text(column).flatMap { Double($0) } }

        /// A column as bytes; `nil` for `null`, and for what is none.
        package func bytes(_ column: Int) -> [UInt8]? {
            guard let cell = cell(column), cell.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]),
                cell.count.isMultiple(of: 2)
            else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(cell.count / 2)
            for place in stride(from: 2, to: cell.count, by: 2) {
                guard let high = Self.digit(cell[place]), let low = Self.digit(cell[place + 1]) else { return nil }
                bytes.append(high << 4 | low)
            }
            return bytes
        }

        private static func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
    }
#endif
