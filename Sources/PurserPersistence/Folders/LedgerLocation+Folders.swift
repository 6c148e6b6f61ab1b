public import Foundation
public import Purser

extension LedgerLocation {
    /// A location in a folder whose files the system protects, and by default excludes from backups.
    ///
    /// The folder is created if necessary. Existing files in it are protected too.
    ///
    /// - Parameters:
    ///   - folder: the folder, such as one below `URL.applicationSupportDirectory`. It must not be in the container of an app
    ///     group: iOS ends an app that is suspended with a locked file there (`0xdead10cc`), and a ledger's folder is locked.
    ///     Widgets read ``/PurserPersistence/SharedEntitlements``.
    ///   - protection: when its files can be read and written.
    ///   - isBackedUp: whether backups contain it. A restored ledger is a valid, older one, and the App Store's history
    ///     completes it; on another device, or for another customer, it has another customer's purchases.
    ///   - durability: when a record counts as written.
    /// - Throws: `StorageFailure` with the path and the operation that failed.
    public static func protectedFolder(
        _ folder: URL, protection: LedgerProtection = .untilFirstUnlock, isBackedUp: Bool = false,
        durability: LedgerDurability = .synced
    ) throws -> LedgerLocation {
        guard folder.isFileURL else {
            throw StorageFailure(
                path: folder.absoluteString, operation: "make",
                reason: "it is not a folder on this device; pass a file URL")
        }
        try prepare(folder.path, protection, isBackedUp: isBackedUp, by: SystemFolderAttributes())
        return .folder(folder, durability: durability)
    }

    /// Makes a folder, and has it protected.
    package static func prepare(
        _ path: String, _ protection: LedgerProtection, isBackedUp: Bool, by attributes: some FolderAttributes
    ) throws {
        func run<Result>(_ operation: String, _ path: String, _ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch {
                throw StorageFailure(path: path, operation: operation, reason: "\(error)")
            }
        }
        try run("make", path) { try attributes.make(path) }
        for path in try [path] + run("list", path, { try attributes.contents(of: path) }) {
            try run("protect", path) { try attributes.protect(path, protection) }
        }
        try run("keep out of backups", path) { try attributes.setExcludedFromBackup(path, !isBackedUp) }
    }
}

extension StorageFailure {
    /// A ledger's folder could not be prepared.
    fileprivate init(path: String, operation: String, reason: String) {
        self.init(.folder, path: path, operation: operation, "cannot \(operation) \(path): \(reason)")
    }
}
