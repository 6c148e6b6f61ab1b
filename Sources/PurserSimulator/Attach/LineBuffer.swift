/// Splits arriving bytes into lines of limited length.
struct LineBuffer: Sendable {
    /// The longest line of a client, in bytes.
    static let longestLine = 65_536

    private let longest: Int
    private var bytes: [UInt8] = []
    /// Whether the current line is too long, so that its rest is skipped.
    private var isSkipping = false

    /// A complete line.
    enum Line: Sendable, Hashable {
        /// Its bytes, without its end.
        case whole([UInt8])
        /// The line was too long.
        case tooLong
    }

    /// Makes an empty buffer.
    ///
    /// - Parameter longest: the maximum number of bytes in a line.
    init(longest: Int = longestLine) { self.longest = longest }

    /// Adds arrived bytes.
    ///
    /// - Returns: the completed lines, without empty ones.
    mutating func append(_ arrived: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in arrived {
            guard byte == UInt8(ascii: "\n") else {
                if isSkipping { continue }
                bytes.append(byte)
                if bytes.count > longest { (isSkipping, bytes) = (true, []) }
                continue
            }
            if isSkipping {
                lines.append(.tooLong)
            } else {
                if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
                if !bytes.isEmpty { lines.append(.whole(bytes)) }
            }
            (isSkipping, bytes) = (false, [])
        }
        return lines
    }
}
