public import Foundation
public import Purser

extension LedgerLocation {
    /// A folder whose files the system protects, and keeps out of backups unless they are wanted there.
    ///
    /// The folder is made if need be. What is in it already is protected too.
    ///
    /// - Parameters:
    ///   - folder: where it is, such as below `URL.applicationSupportDirectory`.
    ///   - protection: when its files can be read and written.
    ///   - isBackedUp: whether it comes into backups. A ledger that is put back from a backup is a true, older one, and the
    ///     store's history mends it; on another device, or for another customer, it says what somebody else owned.
    ///   - durability: when a record counts as written.
    /// - Throws: `LedgerFolderError` that names the path and what was tried.
    public static func protectedFolder(
        _ folder: URL, protection: LedgerProtection = .untilFirstUnlock, isBackedUp: Bool = false,
        durability: LedgerDurability = .synced
    ) throws -> LedgerLocation {
        guard folder.isFileURL else {
            throw LedgerFolderError(
                path: folder.absoluteString, operation: "make",
                reason: "it is no folder on this device; name one by a file URL")
        }
        try prepare(folder.path, protection, isBackedUp: isBackedUp, by: SystemFolderAttributes())
        return .folder(folder.path, durability: durability)
    }

    /// Makes a folder, and has it protected.
    package static func prepare(
        _ path: String, _ protection: LedgerProtection, isBackedUp: Bool, by attributes: some FolderAttributes
    ) throws {
        func run<Result>(_ operation: String, _ path: String, _ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch {
                throw LedgerFolderError(path: path, operation: operation, reason: "\(error)")
            }
        }
        try run("make", path) { try attributes.make(path) }
        for path in try [path] + run("list", path, { try attributes.contents(of: path) }) {
            try run("protect", path) { try attributes.protect(path, protection) }
        }
        try run("keep out of backups", path) { try attributes.setExcludedFromBackup(path, !isBackedUp) }
    }

    #if canImport(Darwin)
        /// A protected folder in the container of an app group, where the app's widgets and extensions can read the ledger too.
        ///
        /// - Parameters:
        ///   - identifier: the group's identifier, such as `group.com.example.garden`.
        ///   - name: the folder's name in the container.
        ///   - protection: when its files can be read and written.
        /// - Throws: `LedgerFolderError` when the app does not belong to the group, or as
        ///   ``protectedFolder(_:protection:isBackedUp:durability:)``.
        public static func appGroup(
            _ identifier: String, folder name: String = "purser", protection: LedgerProtection = .untilFirstUnlock
        ) throws -> LedgerLocation {
            try protectedFolder(appGroupFolder(identifier, folder: name), protection: protection)
        }

        /// Where that folder is: for `LedgerInspector` in a widget or an extension.
        ///
        /// - Throws: `LedgerFolderError` when the program does not belong to the group.
        public static func appGroupFolder(_ identifier: String, folder name: String = "purser") throws -> URL {
            guard let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier) else {
                throw LedgerFolderError(
                    path: identifier, operation: "find",
                    reason: "the program does not have this app group's entitlement")
            }
            return group.appendingPathComponent(name)
        }
    #endif
}

/// A ledger's folder could not be made ready.
public struct LedgerFolderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder or file.
    public var path: String
    /// What was tried, such as `protect`.
    public var operation: String
    /// Why that failed.
    public var reason: String

    /// What was tried, where, and why it failed.
    public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension LedgerFolderError: LocalizedError {
    /// The same as its description.
    public var errorDescription: String? { description }
}
