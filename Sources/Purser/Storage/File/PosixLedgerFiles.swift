#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A folder of the file system.
package struct PosixLedgerFiles: LedgerFiles {
    /// The path of the folder.
    package let path: String

    /// Makes the files of a folder, which need not exist yet.
    package init(path: String) { self.path = path }

    /// Makes the folder, with those above it, and locks its file `ledger.lock` (`flock`).
    package func lock() throws -> any LedgerFile {
        switch try lock(named: LedgerFolder.lock) {
        case .free(let file): return file
        case .held(let isHere): throw PurchaseFailure.ledgerInUse(path, isHere: isHere)
        }
    }

    /// The result of locking a file.
    package enum Locking {
        /// It was free, and is locked as long as the file is open.
        case free(any LedgerFile)
        /// It is locked already, in this process or in another one.
        case held(isHere: Bool)
    }

    /// Makes the folder, with those above it, and locks a file in it.
    package func lock(named name: String) throws -> Locking {
        try makeFolder()
        let path = path(of: name)
        while true {
            let file = try PosixFile(path, O_RDWR | O_CREAT, "open", isLock: true)
            guard try file.lock() else { return .held(isHere: file.isLockedHere) }
            // Between the two calls it may have been deleted, and another program may have made and locked another one.
            if try file.isAt(path) { return .free(file) }
        }
    }

    private func makeFolder() throws {
        let noFolder = StorageFailure(path: path, operation: "use", code: ENOTDIR, reason: "it is no folder")
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw noFolder }
            return
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        var partial = path.hasPrefix("/") ? "" : "."
        for part in parts {
            let parent = partial.isEmpty ? "/" : partial
            partial += "/\(part)"
            if mkdir(partial, 0o700) == 0 {
                // Otherwise a loss of power may remove the new folder, with all its synced files.
                try? PosixFile.sync(folder: parent)
            } else if errno != EEXIST {
                throw StorageFailure(partial, "make")
            }
        }
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw noFolder }
    }

    /// The names of the files in the folder, sorted.
    package func list() throws -> [String] {
        guard let folder = opendir(path) else { throw StorageFailure(path, "list") }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            // Both the end and a failure return nothing.
            errno = 0
            guard let entry = readdir(folder) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw StorageFailure(path, "list") }
        return names.sorted()
    }

    /// Opens a file, never a link or a pipe; an existing file with the name of a new one is removed first.
    package func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile {
        switch access {
        case .reading: return try PosixFile(path(of: name), O_RDONLY, "open")
        case .writing: return try PosixFile(path(of: name), O_RDWR, "open")
        case .creating:
            // Never into an existing file: it may have other names, outside the folder.
            try remove(name)
            return try PosixFile(path(of: name), O_RDWR | O_CREAT | O_EXCL, "make")
        }
    }

    /// Renames a file, and replaces an existing file of the new name.
    package func rename(_ name: String, to newName: String) throws {
        guard renameat(AT_FDCWD, path(of: name), AT_FDCWD, path(of: newName)) == 0
        else { throw StorageFailure(path(of: name), "rename") }
    }

    /// Removes a file from the folder; nothing happens when there is none of that name.
    package func remove(_ name: String) throws {
        guard unlink(path(of: name)) == 0 || errno == ENOENT else { throw StorageFailure(path(of: name), "remove") }
    }

    /// Returns when the folder's names are on the disk (`fsync` of the folder).
    package func syncFolder() throws { try PosixFile.sync(folder: path) }
}
