public import Foundation
public import Purser

extension LedgerLocation {
    /// A location in a folder whose files the system protects, and by default excludes from backups.
    ///
    /// The folder is created if necessary. Existing files in it are protected too.
    ///
    /// - Parameters:
    ///   - folder: the folder, such as one below `URL.applicationSupportDirectory`.
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

    #if canImport(Darwin)
        /// A location in a protected folder in the container of an app group, where the app's widgets and extensions
        /// can read the ledger too.
        ///
        /// - Parameters:
        ///   - identifier: the group's identifier, such as `group.com.example.garden`.
        ///   - name: the folder's name in the container.
        ///   - protection: when its files can be read and written.
        /// - Throws: `StorageFailure` when the app does not belong to the group, or as
        ///   ``protectedFolder(_:protection:isBackedUp:durability:)``.
        public static func appGroup(
            _ identifier: String, folder name: String = "purser", protection: LedgerProtection = .untilFirstUnlock
        ) throws -> LedgerLocation {
            try protectedFolder(appGroupFolder(identifier, folder: name), protection: protection)
        }

        /// That folder: for `LedgerInspector` in a widget or an extension.
        ///
        /// - Throws: `StorageFailure` when the program does not belong to the group.
        public static func appGroupFolder(_ identifier: String, folder name: String = "purser") throws -> URL {
            guard let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier) else {
                throw StorageFailure(
                    path: identifier, operation: "find",
                    reason: "the program does not have this app group's entitlement")
            }
            return group.appendingPathComponent(name)
        }
    #endif
}

extension StorageFailure {
    /// A ledger's folder could not be prepared.
    fileprivate init(path: String, operation: String, reason: String) {
        self.init(.folder, path: path, operation: operation, "cannot \(operation) \(path): \(reason)")
    }
}
