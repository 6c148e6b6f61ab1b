import Foundation

/// The system's calls for a folder of a ledger.
///
/// They are separate from the code that uses them, so that the code is tested on any platform.
package protocol FolderAttributes: Sendable {
    /// Makes a folder, with those above it, if it is not there.
    func make(_ path: String) throws
    /// The files and folders in a folder, at any depth.
    func contents(of path: String) throws -> [String]
    /// Protects a file or folder; files that are created in the folder later inherit that.
    func protect(_ path: String, _ protection: LedgerProtection) throws
    /// Excludes a folder with all its contents from backups, or includes it.
    func setExcludedFromBackup(_ path: String, _ isExcluded: Bool) throws
}

/// The system's own.
struct SystemFolderAttributes: FolderAttributes {
    func make(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func contents(of path: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).map { "\(path)/\($0)" }
    }

    func protect(_ path: String, _ protection: LedgerProtection) throws {
        // Other systems encrypt whole disks, or nothing.
        #if canImport(Darwin) && !os(macOS)
            let type: FileProtectionType =
                switch protection {
                case .untilFirstUnlock: .completeUntilFirstUserAuthentication
                case .unlessOpen: .completeUnlessOpen
                case .none: .none
                }
            try FileManager.default.setAttributes([.protectionKey: type], ofItemAtPath: path)
        #endif
    }

    func setExcludedFromBackup(_ path: String, _ isExcluded: Bool) throws {
        #if canImport(Darwin)
            var url = URL(fileURLWithPath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = isExcluded
            try url.setResourceValues(values)
        #endif
    }
}
