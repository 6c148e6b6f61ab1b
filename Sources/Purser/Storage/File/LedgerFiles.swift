/// The ledger's access to its folder, which follows no links.
///
/// All calls throw ``StorageFailure``, with the system's error code, when the file system rejects them.
package protocol LedgerFiles: Sendable {
    /// The folder's path, for messages.
    var path: String { get }
    /// Makes the folder if needed and locks it as long as the returned file lives; throws `.alreadyOpen` if it is locked.
    func lock() throws -> any LedgerFile
    /// The names of the files in the folder.
    func list() throws -> [String]
    /// Opens an existing file, or makes an empty one.
    func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile
    /// Renames a file, and replaces an existing file of the new name.
    func rename(_ name: String, to newName: String) throws
    /// Removes a file from the folder; nothing happens when there is none of that name.
    func remove(_ name: String) throws
    /// Returns when new and removed names are synced.
    func syncFolder() throws
}

/// The access with which a file is opened.
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
/// All calls throw ``StorageFailure`` when the file system rejects them. Offsets and sizes are in bytes.
package protocol LedgerFile: Sendable {
    /// Whether it is the file at this path now: it has not been deleted, renamed or replaced, nor its folder.
    func isAt(_ path: String) throws -> Bool
    /// Whether it has a name at all, in any folder; takes a fraction of the time of ``isAt(_:)``.
    func isNamed() throws -> Bool
    /// The system's name of its place, which changes when it is deleted, renamed or replaced; `nil` when unknown.
    func place() -> [UInt8]?
    /// How many bytes it has.
    func size() throws -> Int
    /// The bytes from `offset` on, at most `count`; fewer only at the end of the file.
    func read(at offset: Int, count: Int) throws -> [UInt8]
    /// The first byte from `offset` on that may be other than zero because it was written; `nil` when there is none.
    func nextData(from offset: Int) throws -> Int?
    /// Writes bytes from `offset` on, over the existing ones; durable only after ``sync()``.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws
    /// Cuts the file to its first `size` bytes.
    func truncate(to size: Int) throws
    /// Returns when everything written is synced.
    func sync() throws
}

extension LedgerFiles {
    /// The path of a file, for messages.
    package func path(of name: String) -> String { "\(path)/\(name)" }
}

extension LedgerFile {
    /// `nil`: for systems without such a name.
    package func place() -> [UInt8]? { nil }

    /// Any byte: on systems without holes in files.
    package func nextData(from offset: Int) throws -> Int? { offset }

    /// Writes bytes from `offset` on, over the existing ones; durable only after ``sync()``.
    package func write(_ bytes: [UInt8], at offset: Int) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }
}
