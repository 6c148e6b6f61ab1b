#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads a file up to a sensible size: `Data(contentsOf:)` reads `/dev/zero` until memory ends.
package enum BoundedFile {
    /// The reason why a file could not be read, as a sentence about it.
    package struct Failure: Error {
        /// The fault, and what to do about it.
        package var message: String
        /// Whether it has more bytes than are read.
        package var isLimit = false
    }

    /// The file's bytes; a file that has more than `limit` of them is rejected.
    package static func read(_ path: String, limit: Int) throws(Failure) -> Data {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw Failure(message: "the path is empty or has a NUL in it")
        }
        guard let file = fopen(path, "rb") else { throw Failure(message: "it cannot be opened: \(reason())") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw Failure(message: tooLarge(limit: limit), isLimit: true) }
            guard count < chunk.count else { continue }
            guard ferror(file) == 0 else { throw Failure(message: "it cannot be read: \(reason())") }
            return Data(bytes)
        }
    }

    /// The message about a file that has more than `limit` bytes.
    static func tooLarge(limit: Int) -> String { "it is larger than \(limit >> 20) MiB; is it the right file?" }

    private static func reason() -> String {
        let code = errno
        return strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
