import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Makes the system begin to write a file to the disk while the rest of it arrives.
///
/// Otherwise the system keeps the written bytes in memory until they are synced, which then takes as long as the disk
/// needs for all of them. This syncs nothing, and waits for nothing.
struct WriteBehind: Sendable {
    /// How many bytes are begun at a time.
    static let step: Int64 = 4 << 20

    /// The system was called for the bytes up to here.
    private var end: Int64

    /// Makes the state of a file with existing bytes.
    init(from offset: Int64) { end = offset }

    /// The next part to begin with, of a file with this number of bytes; `nil` when too few were added.
    mutating func next(upTo bytes: Int64) -> Range<Int64>? {
        guard bytes - end >= Self.step else { return nil }
        defer { end = bytes }
        return end..<bytes
    }

    /// Makes the system begin to write the added bytes of a file with this number of bytes.
    mutating func wrote(upTo bytes: Int64, _ file: FileHandle) {
        guard let part = next(upTo: bytes) else { return }
        #if canImport(Glibc) || canImport(Musl)
            // Linux begins to write pages that would not be needed any more, and drops no unwritten ones. If it does
            // not, nothing fails.
            _ = posix_fadvise(
                file.fileDescriptor, off_t(part.lowerBound), off_t(part.count), numericCast(POSIX_FADV_DONTNEED))
        #else
            // On other systems this happens automatically.
            _ = part
        #endif
    }
}
