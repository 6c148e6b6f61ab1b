/// The folder of a ledger, as far as the ledger needs one; tests put one here that fails and forgets.
package protocol LedgerFiles: Sendable {
    /// The folder's path, for messages.
    var path: String { get }
    /// Makes the folder if need be and takes its lock, which holds until the answer is let go of.
    ///
    /// - Throws: ``PurchaseFailure`` with `.alreadyOpen` when somebody else holds it; ``LedgerFileError``.
    func lock() throws -> any Sendable
    /// The names of the files in the folder.
    func list() throws -> [String]
    /// Opens a file that is there, or makes an empty one.
    func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile
    /// Gives a file another name, in the place of what had it.
    func rename(_ name: String, to newName: String) throws
    func remove(_ name: String) throws
    /// Returns when names that were given and taken are safe.
    func syncFolder() throws
}

/// What a file is opened for.
package enum LedgerFileAccess: Sendable {
    case reading
    case writing
    /// Made anew, empty.
    case creating
}

/// An open file; it is closed when it is let go of.
package protocol LedgerFile: Sendable {
    func size() throws -> Int
    /// The bytes from `offset` on, at most `count`; fewer at the end of the file only.
    func read(at offset: Int, count: Int) throws -> [UInt8]
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws
    func truncate(to size: Int) throws
    /// Returns when everything that was written is safe.
    func sync() throws
}

extension LedgerFiles {
    /// Where a file is, for messages.
    package func path(of name: String) -> String { "\(path)/\(name)" }
}

extension LedgerFile {
    package func write(_ bytes: [UInt8], at offset: Int) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }
}
