/// The storage of the updates that are no longer in memory, for consumers that are far behind.
package protocol UpdateHistory: Sendable {
    /// The number of the oldest update that can be read.
    var oldestKept: UInt64 { get }

    /// The thread that reads, because reading may block.
    var worker: BlockingWorker { get }

    /// Some updates after a number, at least one if there is one, and the position after them for the next call.
    func updates(after cursor: UInt64, from position: HistoryPosition?) throws
        -> (updates: [StoreUpdate], next: HistoryPosition)
}

/// A position in the stored updates, where a consumer continues.
package struct HistoryPosition: Sendable, Hashable {
    /// The number of the file.
    package var file: UInt64
    /// Whether that is a snapshot, and not a log.
    package var isSnapshot = false
    /// The first byte that was not read; 0 when that is the file's first record.
    package var offset = 0
    /// The checksum of the frame before it.
    package var chain: UInt32 = 0
}
