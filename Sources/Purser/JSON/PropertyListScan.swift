/// Reads property lists as trees, in one pass and without recursion.
///
/// Foundation's decoder accepts nearly every text as one, recurses, and follows references without end.
enum PropertyListScan {
    /// The beginning of a binary property list.
    static let binaryMark = Array("bplist".utf8)

    /// Whether bytes of another expected format are a property list, by their beginning.
    static func isPropertyList(_ bytes: some Collection<UInt8>) -> Bool {
        guard !bytes.starts(with: binaryMark) else { return true }
        let head = String(decoding: bytes.prefix(1_024), as: UTF8.self)
        return head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<" && head.contains("<plist")
    }

    /// Reads an XML or a binary property list.
    static func value(_ bytes: [UInt8]) throws(JSONScan.Mistake) -> JSONValue {
        if bytes.starts(with: binaryMark) {
            var scan = try BinaryPropertyList(bytes)
            return try scan.value()
        }
        var scan = XMLPropertyList(bytes)
        guard scan.isXML else { throw JSONScan.Mistake("it is neither an XML nor a binary property list") }
        return try scan.value()
    }
}
