import Purser

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A line on standard error that says what is being measured; silent where that is no terminal.
struct Progress: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Replaces the line.
    func show(_ text: String) {
        guard isTerminal else { return }
        // Erases to the end of the line, so that a longer text before leaves nothing behind.
        write("\r\(text.prefix(100))\u{1B}[K")
    }

    /// Removes the line.
    func clear() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { Console.error(text, terminator: "") }
}

/// Standard output and standard error.
enum Console {
    static func print(_ text: String) { put(text + "\n", STDOUT_FILENO) }
    static func error(_ text: String, terminator: String = "\n") { put(text + terminator, STDERR_FILENO) }

    private static func put(_ text: String, _ file: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }
}
