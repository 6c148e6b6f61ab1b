/// The end of a log at some moment, and of all logs before it: the next file and the lock file use it to record what
/// must be before them.
package struct LogEnd: Sendable, Hashable {
    /// The log's number; 0 for none.
    package var log: UInt64
    /// The first byte after its last frame.
    package var offset: Int
    /// The checksum of its last frame; that of the header when there is none.
    package var chain: UInt32

    /// An end by its parts.
    package init(log: UInt64, offset: Int, chain: UInt32) {
        self.log = log
        self.offset = offset
        self.chain = chain
    }

    /// Before the first log.
    package static let none = LogEnd(log: 0, offset: 0, chain: 0)
}

extension LogEnd {
    init(_ bytes: [UInt8], at place: Int) {
        let offset: UInt64 = bytes.number(at: place + 8)
        self.init(log: bytes.number(at: place), offset: Int(clamping: offset), chain: bytes.number(at: place + 16))
    }

    func add(to bytes: inout [UInt8]) {
        bytes.add(log)
        bytes.add(UInt64(offset))
        bytes.add(UInt64(chain))
    }
}
