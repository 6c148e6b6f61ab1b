import Foundation

/// Lines that a person can edit while typing and recall later, with libedit or readline, if installed.
///
/// The library is loaded when a person begins to type, so the same program also runs without it. The library has global
/// state, so there is one editor in a process, and one line at a time.
struct LineEditor: Sendable {
    private typealias Read = @convention(c) @Sendable (UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
    private typealias Remember = @convention(c) @Sendable (UnsafePointer<CChar>?) -> Int32
    private typealias Bind = @convention(c) @Sendable (Int32, UnsafeMutableRawPointer?) -> Int32
    private typealias Prepare = @convention(c) @Sendable () -> Void

    private let read: Read
    private let remember: Remember

    /// The libraries, the permissively licensed one first; both have the same calls.
    private static let libraries = [
        "libedit.so.2", "libedit.so.0", "libedit.so", "libedit.3.dylib", "/usr/lib/libedit.3.dylib", "libreadline.so.8",
        "libreadline.so.7", "libreadline.so",
    ]

    /// The installed editor; `nil` if there is none.
    ///
    /// - Parameter completing: installs the completion of words for the Tab key; returns `false` if it cannot.
    @MainActor
    static func find(completing: (UnsafeMutableRawPointer) -> Bool = { _ in false }) -> LineEditor? {
        for name in libraries {
            // The library stays loaded until the program ends, because it keeps its own state in the terminal.
            guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
            if let editor = LineEditor(library, completing) { return editor }
            dlclose(library)
        }
        return nil
    }

    @MainActor
    private init?(_ library: UnsafeMutableRawPointer, _ completing: (UnsafeMutableRawPointer) -> Bool) {
        guard let read = dlsym(library, "readline"), let remember = dlsym(library, "add_history") else { return nil }
        // Both libraries document the types of the two symbols.
        self.read = unsafeBitCast(read, to: Read.self)
        self.remember = unsafeBitCast(remember, to: Remember.self)
        // Otherwise the cursor moves wrongly over letters beyond ASCII.
        setlocale(LC_CTYPE, "")
        if let prepare = dlsym(library, "using_history") { unsafeBitCast(prepare, to: Prepare.self)() }
        // Otherwise the Tab key would complete the names of files, which no command here uses.
        let tab = completing(library) ? "rl_complete" : "rl_insert"
        if let bind = dlsym(library, "rl_bind_key"), let function = dlsym(library, tab) {
            _ = unsafeBitCast(bind, to: Bind.self)(9, function)
        }
    }

    /// Reads a line, and adds it to the history; `nil` at the end of the input.
    @MainActor
    func line(prompt: String) -> String? {
        guard let typed = read(prompt) else { return nil }
        defer { free(typed) }
        let line = String(cString: typed)
        if line.contains(where: { !$0.isWhitespace }) { _ = remember(typed) }
        return line
    }
}
