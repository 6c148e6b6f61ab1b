/// Why a product list could not be read at all; mistakes inside it are diagnostics instead.
public struct ProductListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public var code: Code
    /// The file's path, or a name for bytes that were given without one.
    public var file: String
    /// The line of the mistake, counted from 1, where it is known.
    public var line: Int?
    /// The column of the mistake in bytes, counted from 1, where it is known.
    public var column: Int?
    /// What is wrong there, for the file's author.
    public var message: String

    /// Reasons; more may come.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The reason's name.
        public var rawValue: String
        /// A reason by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The file cannot be opened or read, or is too large: check its path.
        public static let unreadableFile = Code(rawValue: "unreadableFile")
        /// The bytes are neither JSON nor a property list: mend them at the line given.
        public static let invalidFormat = Code(rawValue: "invalidFormat")
        /// The file is readable, but no list of products: check that it is the right one.
        public static let notAProductList = Code(rawValue: "notAProductList")
    }

    init(_ code: Code, file: String, _ fault: JSONFault) {
        self.code = code
        self.file = file
        line = fault.line
        column = fault.column
        message = fault.message
    }

    /// File, place and message in one line.
    public var description: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(file)\(place): \(message)"
    }
}
