extension JSONScan {
    /// Why bytes are not a readable tree, and where.
    struct Mistake: Error {
        var message: String
        /// Counted from 1; `nil` where the format has no lines.
        var line: Int?
        /// Bytes from the start of the line, counted from 1.
        var column: Int?
        /// The value that the mistake is in or before.
        var path = "$"
        /// Whether they may be a tree, but are beyond a limit.
        var isLimit = false

        init(_ message: String, isLimit: Bool = false) {
            self.message = message
            self.isLimit = isLimit
        }

        /// Notes where it is: behind these bytes.
        mutating func locate(in before: ArraySlice<UInt8>) {
            let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
            line = before.count { $0 == 0x0A } + 1
            column = before.count - lineStart + 1
        }

        /// There are more values than are read.
        static func tooMany(_ limit: Int) -> Mistake { Mistake("it has more than \(limit) values", isLimit: true) }
    }
}
