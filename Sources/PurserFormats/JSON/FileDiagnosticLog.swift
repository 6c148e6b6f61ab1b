package import Purser

/// Collects diagnostics, up to a limit.
package struct FileDiagnosticLog: Sendable {
    /// How many diagnostics are kept; further ones are only counted.
    package static let limit = 200

    private var kept: [FileDiagnostic] = []
    private var dropped = 0

    private let file: String

    /// Makes a log without diagnostics of a file, by its path or the caller's name for its bytes.
    package init(file: String) { self.file = file }

    /// Adds a mistake without an effect.
    package mutating func warn(_ path: String, _ message: String) {
        add(FileDiagnostic(file: file, path: path, severity: .warning, message: message))
    }

    /// Adds a mistake because of which the entry at `path` was skipped.
    package mutating func error(_ path: String, _ message: String) {
        add(FileDiagnostic(file: file, path: path, severity: .error, message: message))
    }

    private mutating func add(_ diagnostic: FileDiagnostic) {
        if kept.count < Self.limit { kept.append(diagnostic) } else { dropped += 1 }
    }

    /// All of them, in the order in which they were found.
    package var diagnostics: [FileDiagnostic] {
        guard dropped > 0 else { return kept }
        let rest = "and \(dropped) more mistakes that are not listed; fix the ones above first"
        return kept + [FileDiagnostic(file: file, path: "$", severity: .error, message: rest)]
    }
}
