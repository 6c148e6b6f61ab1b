import Purser

/// The lines of `account.log`: a header, then one line for each change: JSON, a space, and a checksum of eight digits.
///
/// Each checksum covers the previous checksum and the line's JSON, so a changed, lost or moved line is detected.
struct AccountLog: Sendable {
    /// The end of the complete lines; a crash may leave a partial line after it.
    private(set) var end = 0
    /// The checksum of the last line.
    private var checksum: UInt32 = 0

    /// A line of a log, without its checksum.
    struct Line: Sendable {
        /// The offset of its first byte.
        var offset: Int
        var json: ArraySlice<UInt8>
    }

    /// A damaged line.
    struct Damage: Error {
        /// The offset of the damaged line.
        var offset: Int
    }

    private static let checksumLength = 8

    /// The bytes of a new line; it counts after ``appended(_:)`` was called with them.
    func line(_ json: some Sequence<UInt8>) -> [UInt8] {
        var bytes = Array(json)
        let sum = Self.checksum(of: bytes[...], after: checksum)
        bytes.append(UInt8(ascii: " "))
        bytes += Self.digits(sum)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Records that a line was written to the file.
    mutating func appended(_ line: [UInt8]) {
        checksum = Self.checksum(of: line.dropLast(Self.checksumLength + 2), after: checksum)
        end += line.count
    }

    /// Reads the complete lines of a file.
    ///
    /// An interrupted write leaves a partial line, or zeros in one, at the end of the file. It is skipped, because it
    /// was never confirmed.
    ///
    /// - Throws: ``Damage`` for any other error.
    mutating func read(_ bytes: [UInt8]) throws(Damage) -> [Line] {
        var lines: [Line] = []
        while end < bytes.count {
            let rest = bytes[end...]
            let stop = rest.firstIndex(of: UInt8(ascii: "\n"))
            let text = rest[..<(stop ?? rest.endIndex)]
            if stop != nil, let json = whole(text) {
                lines.append(Line(offset: end, json: json))
                checksum = Self.checksum(of: json, after: checksum)
                end += text.count + 1
                continue
            }
            guard isTorn(text, isTerminated: stop != nil, isLast: stop.map { $0 == bytes.count - 1 } ?? true) else {
                throw Damage(offset: end)
            }
            break
        }
        return lines
    }

    /// Whether an incomplete line can result from an interrupted write.
    private func isTorn(_ text: ArraySlice<UInt8>, isTerminated: Bool, isLast: Bool) -> Bool {
        guard isLast else { return false }
        if text.contains(0) { return true }
        // A complete line with another byte instead of its end cannot result from an interrupted write.
        return !isTerminated && whole(text.dropLast()) == nil
    }

    /// The JSON of a line with a correct checksum.
    private func whole(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard text.count > Self.checksumLength else { return nil }
        let json = text.dropLast(Self.checksumLength + 1)
        guard text[json.endIndex] == UInt8(ascii: " "),
            text.suffix(Self.checksumLength).elementsEqual(
                Self.digits(Self.checksum(of: json, after: checksum)))
        else { return nil }
        return json
    }

    private static func checksum(of bytes: ArraySlice<UInt8>, after previous: UInt32) -> UInt32 {
        var sum = Checksum()
        sum.add(previous)
        for byte in bytes { sum.add(byte) }
        return sum.value
    }

    private static func digits(_ sum: UInt32) -> [UInt8] {
        let text = String(sum, radix: 16)
        return Array((String(repeating: "0", count: checksumLength - text.count) + text).utf8)
    }
}
