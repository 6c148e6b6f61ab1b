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
    private let lockName = "ledger.lock"

    /// The files of a folder, which need not be there yet.
    package init(path: String) { self.path = path }

    /// Makes the folder, with those above it, and locks its file `ledger.lock` (`flock`).
    ///
    /// - Throws: ``PurchaseFailure`` with `.alreadyOpen` when another store has it; ``LedgerFileError``.
    package func lock() throws -> any Sendable {
        try makeFolder()
        let descriptor = try Descriptor(path(of: lockName), O_RDWR | O_CREAT, "open")
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw LedgerFileError(path(of: lockName), "lock") }
            throw PurchaseFailure(
                .alreadyOpen,
                "The ledger in \(path) is open already, in this process or another. A ledger has one writer: "
                    + "share that store, or close it first.")
        }
        return descriptor
    }

    /// Makes the folder and those above it.
    private func makeFolder() throws {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw LedgerFileError(path: path, operation: "use", code: ENOTDIR, reason: "it is no folder")
            }
            return
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        var partial = path.hasPrefix("/") ? "" : "."
        for part in parts {
            let parent = partial.isEmpty ? "/" : partial
            partial += "/\(part)"
            if mkdir(partial, 0o700) == 0 {
                // Otherwise a loss of power may take the new folder away, with all that was synced in it. Where the
                // folder above may be written but not read, that is left to the system.
                try? Self.sync(folder: parent)
            } else if errno != EEXIST {
                throw LedgerFileError(partial, "make")
            }
        }
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw LedgerFileError(path: path, operation: "use", code: ENOTDIR, reason: "it is no folder")
        }
    }

    /// The names of the files in the folder, sorted.
    ///
    /// - Throws: ``LedgerFileError``.
    package func list() throws -> [String] {
        guard let folder = opendir(path) else { throw LedgerFileError(path, "list") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Opens a file; one that is to be created may be there, and loses its content then.
    ///
    /// - Throws: ``LedgerFileError``.
    package func open(_ name: String, as access: LedgerFileAccess) throws -> any LedgerFile {
        let flags =
            switch access {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .creating: O_RDWR | O_CREAT | O_TRUNC
            }
        return try Descriptor(path(of: name), flags, access == .creating ? "make" : "open")
    }

    /// Gives a file another name, in the place of what had it.
    ///
    /// - Throws: ``LedgerFileError``.
    package func rename(_ name: String, to newName: String) throws {
        #if canImport(Darwin)
            let failed = Darwin.rename(path(of: name), path(of: newName)) != 0
        #elseif canImport(Glibc)
            let failed = Glibc.rename(path(of: name), path(of: newName)) != 0
        #elseif canImport(Musl)
            let failed = Musl.rename(path(of: name), path(of: newName)) != 0
        #endif
        if failed { throw LedgerFileError(path(of: name), "rename") }
    }

    /// Takes a file out of the folder; nothing happens when there is none of that name.
    ///
    /// - Throws: ``LedgerFileError``.
    package func remove(_ name: String) throws {
        guard unlink(path(of: name)) == 0 || errno == ENOENT else { throw LedgerFileError(path(of: name), "remove") }
    }

    /// Returns when the folder's names are on the disk (`fsync` of the folder).
    ///
    /// - Throws: ``LedgerFileError``.
    package func syncFolder() throws { try Self.sync(folder: path) }

    private static func sync(folder path: String) throws {
        let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY, "open")
        guard fsync(folder.number) == 0 else { throw LedgerFileError(path, "sync") }
    }
}

/// An open file of the file system.
private final class Descriptor: LedgerFile {
    let number: Int32
    private let path: String

    init(_ path: String, _ flags: Int32, _ operation: String) throws {
        self.path = path
        number = open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw LedgerFileError(path, operation) }
        #if canImport(Darwin)
            // Class C, readable after the first unlock: renewals arrive while the device is locked. File systems
            // that do not encrypt by file (a Mac's, a simulator's) refuse this, and their files are readable anyway.
            if flags & O_CREAT != 0 { _ = fcntl(number, F_SETPROTECTIONCLASS, 3) }
        #endif
    }

    deinit { close(number) }

    func size() throws -> Int {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw LedgerFileError(path, "examine") }
        return Int(status.st_size)
    }

    func read(at offset: Int, count: Int) throws -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let base = buffer.baseAddress {
                let got = pread(number, base + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                failed = got < 0
                guard got > 0 else { return }
                filled += got
            }
        }
        if failed { throw LedgerFileError(path, "read") }
        return bytes
    }

    func nextData(from offset: Int) throws -> Int? {
        #if os(Linux)
            let seekData: Int32 = 3  // SEEK_DATA, which the C library declares for C alone.
        #else
            let seekData = SEEK_DATA
        #endif
        let place = lseek(number, off_t(offset), seekData)
        if place >= 0 { return Int(place) }
        // Behind the last byte that was written. Where a file system knows no holes, every byte may be one.
        return errno == ENXIO ? nil : offset
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            let put = pwrite(number, base + done, bytes.count - done, off_t(offset + done))
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { throw LedgerFileError(path, "write") }
            done += put
        }
    }

    func truncate(to size: Int) throws {
        guard ftruncate(number, off_t(size)) == 0 else { throw LedgerFileError(path, "cut") }
    }

    func sync() throws {
        #if canImport(Darwin)
            // Only this call empties the drive's own cache on Apple's platforms; some file systems do not support it.
            if fcntl(number, F_FULLFSYNC) != -1 { return }
            guard fsync(number) == 0 else { throw LedgerFileError(path, "sync") }
        #else
            guard fdatasync(number) == 0 else { throw LedgerFileError(path, "sync") }
        #endif
    }
}

extension LedgerFileError {
    /// The error that the last call of the system left in `errno`.
    fileprivate init(_ path: String, _ operation: String) {
        let code = errno
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        self.init(path: path, operation: operation, code: code, reason: reason)
    }
}
