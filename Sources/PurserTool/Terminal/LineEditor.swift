#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Lines that a person can edit while typing them, and call up again: by libedit or readline, where the machine has one.
///
/// The library is looked for when a person begins to type, so the tool runs where there is none, and is the same program there.
/// It keeps its own state, so there is one editor in a process, and one line at a time.
struct LineEditor: Sendable {
    private typealias Read = @convention(c) @Sendable (UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
    private typealias Remember = @convention(c) @Sendable (UnsafePointer<CChar>?) -> Int32
    private typealias Bind = @convention(c) @Sendable (Int32, UnsafeMutableRawPointer?) -> Int32
    private typealias Prepare = @convention(c) @Sendable () -> Void

    private let read: Read
    private let remember: Remember

    /// The libraries, the free one first; each has the calls of the other.
    private static let libraries = [
        "libedit.so.2", "libedit.so.0", "libedit.so", "libedit.3.dylib", "/usr/lib/libedit.3.dylib", "libreadline.so.8",
        "libreadline.so.7", "libreadline.so",
    ]

    /// The machine's editor; `nil` where it has none.
    ///
    /// - Parameter completing: has the tabulator complete words, by the calls of the library that it is given; false where it cannot.
    @MainActor
    static func find(completing: (UnsafeMutableRawPointer) -> Bool = { _ in false }) -> LineEditor? {
        for name in libraries {
            // It stays loaded until the program ends: what it leaves behind in the terminal is its own.
            guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
            if let editor = LineEditor(library, completing) { return editor }
            dlclose(library)
        }
        return nil
    }

    @MainActor
    private init?(_ library: UnsafeMutableRawPointer, _ completing: (UnsafeMutableRawPointer) -> Bool) {
        guard let read = dlsym(library, "readline"), let remember = dlsym(library, "add_history") else { return nil }
        // What the two symbols are is laid down by both libraries.
        self.read = unsafeBitCast(read, to: Read.self)
        self.remember = unsafeBitCast(remember, to: Remember.self)
        // Otherwise letters beyond ASCII are moved over by half.
        setlocale(LC_CTYPE, "")
        if let prepare = dlsym(library, "using_history") { unsafeBitCast(prepare, to: Prepare.self)() }
        if completing(library) { return }
        // The tabulator would offer the names of files, of which no command here knows any.
        if let bind = dlsym(library, "rl_bind_key"), let insert = dlsym(library, "rl_insert") {
            _ = unsafeBitCast(bind, to: Bind.self)(9, insert)
        }
    }

    /// Reads a line, and keeps it to be called up again; `nil` at the end of the input.
    @MainActor
    func line(prompt: String) -> String? {
        guard let typed = read(prompt) else { return nil }
        defer { free(typed) }
        let line = String(cString: typed)
        if line.contains(where: { !$0.isWhitespace }) { _ = remember(typed) }
        return line
    }
}
