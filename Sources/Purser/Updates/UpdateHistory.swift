/// Where the updates are that memory has no more, for readers that are far behind.
package protocol UpdateHistory: Sendable {
    /// The number of the oldest update that can be read.
    var oldestKept: UInt64 { get }

    /// Does the reading, which may block.
    var worker: BlockingWorker { get }

    /// Some of the updates after a number, at least one if there is one, and where reading goes on behind them.
    ///
    /// - Parameter position: where an earlier call said that reading goes on; `nil` looks for the number first.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept`, or what the storage throws.
    func updates(after cursor: UInt64, from position: HistoryPosition?) throws
        -> (updates: [StoreUpdate], next: HistoryPosition)
}

/// A position in the stored updates, where a reader goes on.
package struct HistoryPosition: Sendable, Hashable {
    /// The number of the file.
    package var file: UInt64
    /// The first byte that was not read.
    package var offset: Int

    /// A position in a file.
    package init(file: UInt64, offset: Int) {
        self.file = file
        self.offset = offset
    }
}
