/// Reads property lists as trees, in one pass and without recursion.
///
/// Foundation's decoder accepts nearly every text as one, and recurses as deeply as the file is nested, until the stack is
/// full. It takes 40 s for a file of 1 MiB with 4,000 keys that all refer to one text, 2 GB for 2,000 overlapping keys, and
/// a time for each value that grows with its depth (measured with Swift 6.3 on Linux).
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
