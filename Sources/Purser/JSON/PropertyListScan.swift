/// A first look at a property list, because Foundation's decoder takes nearly every text as one of the old format,
/// and recurses as deeply as an XML file wants.
enum PropertyListScan {
    /// What a binary property list starts with.
    static let binaryMark = Array("bplist".utf8)

    /// Whether bytes that were expected to be something else are a property list, by how they begin.
    static func isPropertyList(_ bytes: some Collection<UInt8>) -> Bool {
        guard !bytes.starts(with: binaryMark) else { return true }
        let head = String(decoding: bytes.prefix(1_024), as: UTF8.self)
        return head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<" && head.contains("<plist")
    }

    static func check(_ bytes: [UInt8]) throws(JSONScan.Mistake) {
        // A binary one has a trailer of 32 bytes at least.
        let isBinary = bytes.starts(with: binaryMark)
        let isXML = bytes.first { !JSONScan.isBlank($0) } == UInt8(ascii: "<")
        guard isBinary ? bytes.count >= 40 : isXML else {
            throw JSONScan.Mistake("it is neither an XML nor a binary property list")
        }
        if !isBinary { try checkDepth(bytes) }
    }

    private static func checkDepth(_ bytes: [UInt8]) throws(JSONScan.Mistake) {
        var depth = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "<") {
            let tail = bytes[(index + 1)...].prefix(6)
            if let name = ["array", "dict"].first(where: { tail.starts(with: $0.utf8) }) {
                let isEmptyElement = tail.dropFirst(name.utf8.count).first == UInt8(ascii: "/")
                depth += isEmptyElement ? 0 : 1
            } else if tail.starts(with: "/array".utf8) || tail.starts(with: "/dict".utf8) {
                depth -= 1
            }
            guard depth <= JSONValue.maximumDepth else {
                throw JSONScan.Mistake("it is nested deeper than \(JSONValue.maximumDepth) levels", isLimit: true)
            }
        }
    }
}
