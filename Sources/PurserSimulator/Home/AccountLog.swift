import Purser

/// The lines of `account.log`: after a header, one line for each change, as JSON, a space, and a checksum of eight digits.
///
/// Each checksum is of the one before it and of the line's JSON, so a line that was changed, lost or moved is noticed.
struct AccountLog: Sendable {
    /// Where the whole lines end: what is behind them was being written when the program or the machine stopped.
    private(set) var end = 0
    /// The checksum of the last line.
    private var checksum: UInt32 = 0

    /// A line of a log, without its checksum.
    struct Line: Sendable {
        /// Where it begins.
        var offset: Int
        var json: ArraySlice<UInt8>
    }

    /// A place that is damaged.
    struct Damage: Error {
        /// Where the line begins that is not as it was written.
        var offset: Int
    }

    private static let checksumLength = 8

    /// The bytes of a new line; it counts once ``appended(_:)`` was called with them.
    func line(_ json: some Sequence<UInt8>) -> [UInt8] {
        var bytes = Array(json)
        let sum = Self.checksum(of: bytes[...], after: checksum)
        bytes.append(UInt8(ascii: " "))
        bytes += Self.digits(sum)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// A line stands in the file now.
    mutating func appended(_ line: [UInt8]) {
        checksum = Self.checksum(of: line.dropLast(Self.checksumLength + 2), after: checksum)
        end += line.count
    }

    /// Reads the whole lines of a file.
    ///
    /// A write that was interrupted leaves a part of a line, or zeros in one, at the end of the file, and is left out:
    /// nobody was told that it is done.
    /// - Throws: ``Damage`` when anything else is wrong.
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

    /// Whether a line that is not whole is what an interrupted write leaves.
    private func isTorn(_ text: ArraySlice<UInt8>, isTerminated: Bool, isLast: Bool) -> Bool {
        guard isLast else { return false }
        if text.contains(0) { return true }
        // A whole line with another byte where its end was: nothing that an interrupted write leaves.
        return !isTerminated && whole(text.dropLast()) == nil
    }

    /// The JSON of a line whose checksum is right.
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
