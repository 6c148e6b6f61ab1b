#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file of lines, each written by one call: what a process has noted stays, however the process ends.
///
/// It takes the part of the app's own server or database, which has to be durable by itself.
final class NoteFile: Sendable {
    private let descriptor: Int32

    /// Opens the file to add lines.
    ///
    /// It is made when there is none.
    ///
    /// - Throws: ``TortureError``.
    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TortureError("\(path) cannot be opened (error \(errno))") }
        takeBackCutLine()
    }

    /// Removes a line that a kill has cut short, as a database would, so that the next line does not run into it.
    private func takeBackCutLine() {
        var size = lseek(descriptor, 0, SEEK_END)
        var byte: UInt8 = 0
        while size > 0, pread(descriptor, &byte, 1, size - 1) == 1, byte != UInt8(ascii: "\n") { size -= 1 }
        _ = ftruncate(descriptor, size)
    }

    deinit { close(descriptor) }

    /// Adds a line.
    ///
    /// - Throws: ``TortureError``.
    func note(_ words: String...) throws {
        let line = Array((words.joined(separator: " ") + "\n").utf8)
        let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count == line.count else { throw TortureError("a note could not be written (error \(errno))") }
    }
}
