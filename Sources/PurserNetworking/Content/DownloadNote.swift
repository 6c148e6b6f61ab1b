/// The saved state of an incomplete download; kept beside its bytes.
struct DownloadNote: Codable, Sendable, Hashable {
    /// Where the bytes are from.
    var url: String
    /// The value that identifies this version of the file, for `If-Range`; `nil` when the server sent none, and the
    /// download cannot be resumed.
    var validator: String?
    /// How many bytes are safe on the disk.
    var bytes: Int64
    /// The total number of bytes; `nil` when the server did not report it.
    var total: Int64?
    /// The run of the system in which they were written (``SystemStart``): while it lasts, all that is in the file counts.
    var systemStart: String?

    /// How many of the bytes on the disk are those of the file.
    ///
    /// - Parameters:
    ///   - size: the number of bytes on the disk.
    ///   - start: the current run of the system; `nil` when that is not known.
    func usableBytes(of size: Int64, since start: String?) -> Int64 {
        guard bytes >= 0, bytes <= size else { return 0 }
        // After a loss of power the bytes after the synced ones may be anything.
        return start != nil && start == systemStart ? size : bytes
    }
}
