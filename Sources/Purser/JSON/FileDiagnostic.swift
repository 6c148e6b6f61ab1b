/// One mistake in a file: where it is, and what to do about it.
///
/// A file made by hand is read despite its mistakes, so that one wrong entry does not make the others unreadable.
public struct FileDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The file's path, or a name for bytes without a file.
    public var file: String
    /// The place in the file, as a JSON path, such as `$.products[1].displayPrice`; `$` is the whole file.
    public var path: String
    /// The effect on the entry.
    public var severity: Severity
    /// The mistake, how it was treated, and what to write instead.
    public var message: String

    /// A mistake at one path of a file.
    package init(file: String, path: String, severity: Severity, message: String) {
        self.file = file
        self.path = path
        self.severity = severity
        self.message = message
    }

    /// The effect of a mistake on its entry.
    public enum Severity: String, Sendable, Hashable {
        /// The value was understood or replaced by its default; nothing is missing.
        case warning
        /// The entry at the path was skipped.
        case error
    }

    /// The diagnostic in one line.
    public var description: String { "\(file): \(severity.rawValue): \(path): \(message)" }
}

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
