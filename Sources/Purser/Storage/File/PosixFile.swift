#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

final class PosixFile: LedgerFile {
    let number: Int32
    private let path: String
    private let identity: Identity
    private let isLock: Bool
    #if os(Linux)
        /// A symbolic link of the system to the file's place.
        private let link: String
        private static let longestPlace = 4_096
    #endif

    /// The identity of a file under every name, which no other existing file has.
    private struct Identity: Hashable {
        let device: dev_t
        let file: ino_t

        init(_ status: stat) { (device, file) = (status.st_dev, status.st_ino) }
    }

    /// Opens a file; a locked one releases its lock before it is closed.
    init(_ path: String, _ flags: Int32, _ operation: String, isLock: Bool = false) throws {
        self.path = path
        self.isLock = isLock
        // A link may lead out of the folder, and opening a pipe may block forever.
        number = uninterrupted { open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
        guard number >= 0 else {
            guard errno == ELOOP else { throw StorageFailure(path, operation) }
            throw StorageFailure(
                path: path, operation: operation, code: ELOOP, reason: "it is a link, and no ledger follows one")
        }
        var status = stat()
        guard fstat(number, &status) == 0 else {
            let error = StorageFailure(path, "examine")
            close(number)
            throw error
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(number)
            throw StorageFailure(path: path, operation: operation, code: 0, reason: "it is no regular file")
        }
        identity = Identity(status)
        #if os(Linux)
            link = "/proc/self/fd/\(number)"
        #endif
        #if canImport(Darwin)
            // Class C, readable after the first unlock: renewals arrive while the device is locked. Other file
            // systems reject this.
            if flags & O_CREAT != 0 { _ = fcntl(number, F_SETPROTECTIONCLASS, 3) }
        #endif
    }

    deinit {
        // A process that is being started has copies of all open files for a moment, and a lock is held as long as any
        // copy is open.
        if isLock {
            _ = flock(number, LOCK_UN)
            Self.locked.withLock { if $0[identity] == number { $0[identity] = nil } }
        }
        close(number)
    }

    /// The files that this process has locked, with the descriptors that hold the locks.
    private static let locked = Lock<[Identity: Int32]>([:])

    /// Locks the file for this object; `false` if another one has locked it.
    func lock() throws -> Bool {
        guard uninterrupted({ flock(number, LOCK_EX | LOCK_NB) }) == 0 else {
            guard errno == EWOULDBLOCK else { throw StorageFailure(path, "lock") }
            return false
        }
        Self.locked.withLock { $0[identity] = number }
        return true
    }

    var isLockedHere: Bool { Self.locked.withLock { $0[identity] != nil } }

    /// Returns when the names in a folder are on the disk.
    static func sync(folder path: String) throws {
        let folder = uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { throw StorageFailure(path, "open") }
        defer { close(folder) }
        guard uninterrupted({ fsync(folder) }) == 0 else { throw StorageFailure(path, "sync") }
    }

    func isAt(_ path: String) throws -> Bool {
        var status = stat()
        if lstat(path, &status) == 0 { return Identity(status) == identity }
        guard errno == ENOENT || errno == ENOTDIR else { throw StorageFailure(path, "examine") }
        return false
    }

    func isNamed() throws -> Bool {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw StorageFailure(path, "examine") }
        return status.st_nlink > 0
    }

    func place() -> [UInt8]? {
        #if os(Linux)
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.longestPlace) { room in
                guard let start = room.baseAddress else { return nil }
                let count = readlink(link, start, room.count)
                guard count > 0, count < room.count else { return nil }
                return [UInt8](UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<count]))
            }
        #else
            nil
        #endif
    }

    func size() throws -> Int {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw StorageFailure(path, "examine") }
        return Int(status.st_size)
    }

    func read(at offset: Int, count: Int) throws -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let base = buffer.baseAddress {
                let got = uninterrupted { pread(number, base + filled, count - filled, off_t(offset + filled)) }
                failed = got < 0
                guard got > 0 else { return }
                filled += got
            }
        }
        if failed { throw StorageFailure(path, "read") }
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
        // After the last byte that was written. On a file system without holes every byte may be one.
        return errno == ENXIO ? nil : offset
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            let put = uninterrupted { pwrite(number, base + done, bytes.count - done, off_t(offset + done)) }
            guard put > 0 else { throw StorageFailure(path, "write") }
            done += put
        }
    }

    func truncate(to size: Int) throws {
        guard uninterrupted({ ftruncate(number, off_t(size)) }) == 0 else { throw StorageFailure(path, "cut") }
    }

    func sync() throws {
        #if canImport(Darwin)
            // Only this call empties the drive's own cache on Apple's platforms; some file systems do not support it.
            if uninterrupted({ fcntl(number, F_FULLFSYNC) }) != -1 { return }
            guard uninterrupted({ fsync(number) }) == 0 else { throw StorageFailure(path, "sync") }
        #else
            guard uninterrupted({ fdatasync(number) }) == 0 else { throw StorageFailure(path, "sync") }
        #endif
    }
}

/// Repeats a system call as long as a signal interrupts it, which some file systems allow.
func uninterrupted<Result: FixedWidthInteger & SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

extension StorageFailure {
    /// Makes the error of the last system call, from `errno`.
    init(_ path: String, _ operation: String) {
        let code = errno
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        self.init(path: path, operation: operation, code: code, reason: reason)
    }
}
