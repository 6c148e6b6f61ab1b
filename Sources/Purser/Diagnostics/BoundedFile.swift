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

/// Reads a file, but never more of it than is sensible (`/dev/zero` is a file, too).
package enum BoundedFile {
    /// The file's bytes; a file that has more than `limit` of them is refused.
    package static func read(_ path: String, limit: Int = JSONValue.maximumBytes) throws(JSONFault) -> Data {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw JSONFault("the path is empty or has a NUL in it") }
        guard let file = fopen(path, "rb") else { throw JSONFault("it cannot be opened: \(reason())") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else {
                throw JSONFault("it is larger than \(limit >> 20) MiB; is it the right file?")
            }
            guard count < chunk.count else { continue }
            guard ferror(file) == 0 else { throw JSONFault("it cannot be read: \(reason())") }
            return Data(bytes)
        }
    }

    private static func reason() -> String {
        let code = errno
        return strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
