/// How much may come out of an archive.
///
/// What is beyond is refused before it fills the disk: an archive of a few kilobytes can unpack to terabytes.
public struct ArchiveLimits: Sendable, Hashable {
    /// How many files and folders.
    public var entries: Int
    /// How many bytes, all files together.
    public var bytes: Int64
    /// How many times as large as in the archive a file of more than a mebibyte may be.
    public var ratio: Int

    /// Limits; those that are not given are meant for anything that an app sells.
    ///
    /// - Parameters:
    ///   - entries: how many files and folders.
    ///   - bytes: how many bytes, all files together; 16 GiB unless something else is said.
    ///   - ratio: how many times as large as in the archive a file may be. Text rarely exceeds 20; the format allows 1,032.
    public init(entries: Int = 65_535, bytes: Int64 = 16 << 30, ratio: Int = 250) {
        self.entries = entries
        self.bytes = bytes
        self.ratio = ratio
    }
}
