#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The process's standard output and standard error, without a buffer that a kill would lose.
enum Standard {
    /// Writes text as it is to standard output.
    static func write(_ text: String) { put(text, to: 1) }

    /// Writes a line to standard error.
    static func complain(_ text: String) { put(text + "\n", to: 2) }

    private static func put(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
