/// Cuts what arrives in pieces into lines of at most so many bytes.
struct LineBuffer: Sendable {
    /// The longest line of a client, in bytes.
    static let longestLine = 65_536

    private let longest: Int
    private var bytes: [UInt8] = []
    /// Whether the present line is too long, and what comes of it is left out.
    private var isSkipping = false

    /// A line that has ended.
    enum Line: Sendable, Hashable {
        /// Its bytes, without its end.
        case whole([UInt8])
        /// It had too many bytes.
        case tooLong
    }

    /// Nothing has arrived yet.
    ///
    /// - Parameter longest: how many bytes a line may have.
    init(longest: Int = longestLine) { self.longest = longest }

    /// Takes what has arrived.
    ///
    /// - Returns: the lines that have ended, without empty ones.
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
