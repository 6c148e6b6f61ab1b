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
