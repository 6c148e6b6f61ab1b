#if Server
    /// The operator's secret: a request with it may read what users own, and the metrics.
    package struct OperatorToken: Sendable {
        private let bytes: [UInt8]
        /// The least number of characters.
        static let fewest = 16

        /// A token; `nil` where it has fewer than 16 characters, or some that a header cannot have.
        package init?(_ text: String) {
            guard text.utf8.count >= Self.fewest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return nil
            }
            bytes = Array(text.utf8)
        }

        /// Whether the value of the header `Authorization` has the token.
        ///
        /// The time that this takes depends on the length of the value alone.
        func allows(_ header: String?) -> Bool {
            let words = (header ?? "").split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
            let given = Array(words[1].utf8)
            var difference = UInt(bitPattern: given.count ^ bytes.count)
            for (index, byte) in given.enumerated() { difference |= UInt(byte ^ bytes[index % bytes.count]) }
            return difference == 0
        }
    }
#endif
