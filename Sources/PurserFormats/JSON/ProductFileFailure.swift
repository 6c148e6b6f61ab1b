public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The error when a product list or a StoreKit configuration could not be read at all.
///
/// Mistakes inside a readable file are `FileDiagnostic` values instead, and affect only their entry.
public struct ProductFileFailure: StoreFailure, Hashable {
    /// The code of the error.
    public var code: Code
    /// The file's path, or a name for bytes without a file.
    public var file: String
    /// The line of the mistake, counted from 1, if it is known.
    public var line: Int?
    /// The column of the mistake in bytes, counted from 1, if it is known.
    public var column: Int?
    /// The place in the file as a JSON path, such as `$.products[1].displayPrice`; `$` is the whole file.
    public var path: String
    /// The mistake, and what to do about it.
    public var message: String

    /// Reasons; later versions may add some.
    public struct Code: FailureCode {
        /// The reason's name.
        public var rawValue: String
        /// A reason by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The file cannot be opened or read: check its path.
        public static let unreadableFile = Code(rawValue: "unreadableFile")
        /// The bytes are not JSON, or for a product list neither JSON nor a property list: correct them at the given
        /// line.
        public static let invalidFormat = Code(rawValue: "invalidFormat")
        /// It is beyond a limit, which the message names: bytes, levels, values.
        ///
        /// Check that it is the right file.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The file is readable but has another kind of content: check that it is the right one.
        public static let unexpectedContent = Code(rawValue: "unexpectedContent")
    }

    /// An error without a line.
    package init(_ code: Code, file: String, _ message: String) {
        self.code = code
        self.file = file
        self.message = message
        path = "$"
    }

    init(_ mistake: JSONScan.Mistake, file: String) {
        self.init(mistake.isLimit ? .tooLarge : .invalidFormat, file: file, mistake.message)
        line = mistake.line
        column = mistake.column
        path = mistake.path
    }

    /// File, place and message in one line.
    public var description: String {
        let position = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(file)\(position): \(path == "$" ? "" : "\(path): ")\(message)"
    }
}
