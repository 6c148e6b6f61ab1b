/// How large an unpacked archive may be.
///
/// A larger archive is rejected before it fills the disk: a few kilobytes can unpack to terabytes.
public struct ArchiveLimits: Sendable, Hashable {
    /// The greatest number of files and folders.
    public var entries: Int
    /// The greatest number of bytes, of all files together.
    public var bytes: Int64
    /// How many times its packed size a file of more than a mebibyte may be.
    public var ratio: Int

    /// Limits; the defaults suit the contents of an app.
    ///
    /// - Parameters:
    ///   - entries: the greatest number of files and folders.
    ///   - bytes: the greatest number of bytes, of all files together; 16 GiB by default.
    ///   - ratio: how many times its packed size a file may be. Text rarely exceeds 20; the format allows 1,032.
    public init(entries: Int = 65_535, bytes: Int64 = 16 << 30, ratio: Int = 250) {
        self.entries = entries
        self.bytes = bytes
        self.ratio = ratio
    }
}
