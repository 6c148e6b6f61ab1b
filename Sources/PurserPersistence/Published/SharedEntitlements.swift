public import Foundation
public import Purser

/// The place where an app publishes what its customer may use, for widgets, extensions and other apps of its group.
///
/// The app publishes, and the others read:
///
/// ```swift
/// configuration.publish = { entitlements in
///     if try shared.publish(entitlements) { reloadWidgets() }
/// }
/// ```
///
/// Nothing is locked: the app may be suspended at any moment, and may publish while others read. They read an earlier or a later
/// value, also after a crash, and never a part of one. Its size is that of the identifiers of the products that may be used and of
/// the owned consumables, and about 50 bytes for each.
public struct SharedEntitlements: Sendable {
    private let files: any LedgerFiles
    private let name: String
    private let protection: LedgerProtection
    /// The system's calls for the file; `nil` for a storage of values.
    private let attributes: (any FolderAttributes)?
    /// Several stores of a program may have one place.
    private static let writing = Lock(false)

    /// A place in a file, which is protected like a ledger, and excluded from backups.
    ///
    /// - Parameters:
    ///   - file: the file; its folder is created if necessary.
    ///   - protection: when it can be read and written.
    /// - Throws: `StorageFailure` when it is not a file on this device.
    public init(file: URL, protection: LedgerProtection = .untilFirstUnlock) throws {
        guard file.isFileURL else {
            throw StorageFailure(
                .folder, path: file.absoluteString, operation: "open",
                "\(file.absoluteString) is not a file on this device; pass a file URL")
        }
        let folder = PosixLedgerFiles(path: file.deletingLastPathComponent().path)
        self.init(folder, name: file.lastPathComponent, protection, SystemFolderAttributes())
    }

    /// A place in a storage that the programs share, such as the keychain of a group; not that of a ledger.
    public init(in values: any LedgerValueStorage) {
        self.init(ValueLedgerFiles(values), name: "entitlements", .none, nil)
    }

    /// A place in given files.
    package init(
        _ files: any LedgerFiles, name: String, _ protection: LedgerProtection, _ attributes: (any FolderAttributes)?
    ) {
        (self.files, self.name, self.protection, self.attributes) = (files, name, protection, attributes)
    }

    #if canImport(Darwin)
        /// A place in the container of an app group.
        ///
        /// - Parameters:
        ///   - identifier: the group's identifier, such as `group.com.example.garden`.
        ///   - name: the file's name in the container; give each app of the group its own.
        ///   - protection: when it can be read and written.
        /// - Throws: `StorageFailure` when the program does not belong to the group.
        public static func appGroup(
            _ identifier: String, name: String = "purser-entitlements.json",
            protection: LedgerProtection = .untilFirstUnlock
        ) throws -> SharedEntitlements {
            guard let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier) else {
                throw StorageFailure(
                    .folder, path: identifier, operation: "find",
                    "cannot find \(identifier): the program does not have this app group's entitlement")
            }
            return try SharedEntitlements(file: group.appendingPathComponent(name), protection: protection)
        }
    #endif

    /// Publishes what the customer may use, in place of what was published before.
    ///
    /// - Returns: whether it differs from that; reload the widgets then.
    /// - Throws: `StorageFailure` when it cannot be written; what was published before is still there.
    @discardableResult
    public func publish(_ entitlements: StoreEntitlements) throws -> Bool {
        let bytes = try PublishedEntitlements(entitlements).encoded()
        return try Self.writing.withLock { _ in
            if (try? stored()) == bytes { return false }
            try write(bytes)
            return true
        }
    }

    /// What the app has published last.
    ///
    /// - Throws: ``PublishedEntitlementsFailure``, which says what to do.
    public func read() throws(PublishedEntitlementsFailure) -> PublishedEntitlements {
        let path = files.path(of: name)
        let bytes: [UInt8]
        do { bytes = try stored() } catch {
            let isMissing = (error as? StorageFailure)?.systemCode == 2
            throw PublishedEntitlementsFailure(isMissing ? .missing : .unreadable, path, underlying: error)
        }
        return try PublishedEntitlements(encoded: bytes, path: path)
    }

    private func stored() throws -> [UInt8] {
        let file = try files.open(name, as: .reading)
        return try file.read(at: 0, count: file.size())
    }

    /// Writes another file and renames it: no reader sees a part of it.
    private func write(_ bytes: [UInt8]) throws {
        let new = "\(name).new"
        try attributes?.make(files.path)
        let file = try files.open(new, as: .creating)
        try attributes?.protect(files.path(of: new), protection)
        try attributes?.setExcludedFromBackup(files.path(of: new), true)
        try file.write(bytes, at: 0)
        try file.sync()
        try files.rename(new, to: name)
        // Without it a loss of power may bring the earlier value back, until the app runs again.
        try? files.syncFolder()
    }
}
