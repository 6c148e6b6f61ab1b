import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Has the system begin to write a file to the disk while the rest of it arrives.
///
/// Without it the system keeps what was written in memory until it is made safe, which then takes as long as the disk needs for
/// all of it. Nothing is made safe by this, and nothing waits for it.
struct WriteBehind: Sendable {
    /// How many bytes are begun at a time.
    static let step: Int64 = 4 << 20

    /// Up to here the system was asked.
    private var end: Int64

    /// A file of which so many bytes are there already.
    init(from offset: Int64) { end = offset }

    /// The next part to begin with, of a file that has so many bytes now; `nil` when too few were added.
    mutating func next(upTo bytes: Int64) -> Range<Int64>? {
        guard bytes - end >= Self.step else { return nil }
        defer { end = bytes }
        return end..<bytes
    }

    /// Has the system begin with what was added to a file, which has so many bytes now.
    mutating func wrote(upTo bytes: Int64, _ file: FileHandle) {
        guard let part = next(upTo: bytes) else { return }
        #if canImport(Glibc) || canImport(Musl)
            // Linux begins to write what would not be needed any more, and drops nothing that is not written yet. That it
            // does not is no failure.
            _ = posix_fadvise(
                file.fileDescriptor, off_t(part.lowerBound), off_t(part.count), numericCast(POSIX_FADV_DONTNEED))
        #else
            // Elsewhere the system writes by itself.
            _ = part
        #endif
    }
}
