/// What is known of a download that is not whole yet; kept beside its bytes.
struct DownloadNote: Codable, Sendable, Hashable {
    /// Where the bytes are from.
    var url: String
    /// The value that tells this state of the file from others, for `If-Range`; `nil` when the server sent none, and the download
    /// cannot go on.
    var validator: String?
    /// How many bytes are safe on the disk.
    var bytes: Int64
    /// How many there will be; `nil` when the server did not say.
    var total: Int64?
    /// The run of the system in which they were written (``SystemStart``): while it lasts, all that is in the file counts.
    var systemStart: String?

    /// How many of the bytes that lie on the disk are those of the file.
    ///
    /// - Parameters:
    ///   - size: how many lie there.
    ///   - start: the present run of the system; `nil` when that is not known.
    func usableBytes(of size: Int64, since start: String?) -> Int64 {
        guard bytes >= 0, bytes <= size else { return 0 }
        // After a loss of power what came behind the safe ones may be anything.
        return start != nil && start == systemStart ? size : bytes
    }
}
