extension JSONScan {
    /// The reason why bytes are not a readable tree, and the position.
    package struct Mistake: Error, Hashable {
        /// The fault.
        package var message: String
        /// The number of bytes before it.
        package var offset = 0
        /// Counted from 1; `nil` when the format has no lines, or until it is located.
        package var line: Int?
        /// Bytes from the start of the line, counted from 1.
        package var column: Int?
        /// The value that the mistake is in or before.
        package var path = "$"
        /// Whether they may be a tree, but exceed a limit.
        package var isLimit = false

        /// A mistake without a place.
        package init(_ message: String, isLimit: Bool = false) {
            self.message = message
            self.isLimit = isLimit
        }

        /// The mistake with its place, which is after this many bytes unless it has one.
        func located(in bytes: [UInt8], at index: Int, path: String = "$") -> Mistake {
            guard line == nil else { return self }
            var mistake = self
            let before = bytes.prefix(index)
            mistake.offset = before.count
            mistake.line = before.count { $0 == 0x0A } + 1
            mistake.column = before.count - (before.lastIndex(of: 0x0A) ?? -1)
            mistake.path = path
            return mistake
        }

        /// There are more values than are read.
        static func tooMany(_ limit: Int) -> Mistake { Mistake("it has more than \(limit) values", isLimit: true) }
    }
}
