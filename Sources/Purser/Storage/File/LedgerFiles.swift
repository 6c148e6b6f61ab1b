/// What the ledger needs of its folder, in which it follows no links.
///
/// All calls throw ``LedgerFileError``, with the system's error code, when the file system rejects them.
package protocol LedgerFiles: Sendable {
    /// The folder's path, for messages.
    var path: String { get }
    /// Whose ledger it is.
    var account: StoreAccount { get }
    /// Makes the folder if need be and takes its lock, which holds for as long as the returned lock file lives.
    ///
    /// It throws ``PurchaseFailure`` with `.alreadyOpen` when somebody else holds it.
    func lock() throws -> any LedgerFile
    /// The names of the files in the folder.
    func list() throws -> [String]
    /// Opens a file that is there, or makes an empty one.
    func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile
    /// Gives a file another name, in the place of what had it.
    func rename(_ name: String, to newName: String) throws
    /// Takes a file out of the folder; nothing happens when there is none of that name.
    func remove(_ name: String) throws
    /// Returns when names that were given and taken are safe.
    func syncFolder() throws
}

/// What a file is opened for.
package enum LedgerFileAccess: Sendable {
    /// To read an existing file.
    case reading
    /// To read and write an existing file.
    case writing
    /// A new, empty file.
    case creating
}

/// An open file; it is closed when the last reference to it goes.
///
/// All calls throw ``LedgerFileError`` when the file system rejects them. Offsets and sizes are in bytes.
package protocol LedgerFile: Sendable {
    /// Whether it is the one that is at this path now: it has not been deleted, renamed or replaced, nor its folder.
    func isAt(_ path: String) throws -> Bool
    /// Whether it has a name at all, in whatever folder; takes a fraction of the time of ``isAt(_:)``.
    func isNamed() throws -> Bool
    /// What the system calls the file's place: another one after it was deleted, renamed or replaced; `nil` where
    /// unknown.
    func place() -> [UInt8]?
    /// How many bytes it has.
    func size() throws -> Int
    /// The bytes from `offset` on, at most `count`; fewer at the end of the file only.
    func read(at offset: Int, count: Int) throws -> [UInt8]
    /// The first byte from `offset` on that may be something else than zero because it was written; `nil` when there is none.
    func nextData(from offset: Int) throws -> Int?
    /// Writes bytes from `offset` on, over what is there; safe only after ``sync()``.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws
    /// Cuts the file off behind its first `size` bytes.
    func truncate(to size: Int) throws
    /// Returns when everything that was written is safe.
    func sync() throws
}

extension LedgerFiles {
    /// That of everybody.
    package var account: StoreAccount { .shared }

    /// Where a file is, for messages.
    package func path(of name: String) -> String { "\(path)/\(name)" }
}

extension LedgerFile {
    /// Nothing: for systems that do not say.
    package func place() -> [UInt8]? { nil }

    /// Any byte: where files have no holes.
    package func nextData(from offset: Int) throws -> Int? { offset }

    /// Writes bytes from `offset` on, over what is there; safe only after ``sync()``.
    package func write(_ bytes: [UInt8], at offset: Int) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }
}
