import Purser

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A Unix domain socket that listens at a path and is accessible only to its owner.
struct ListeningSocket: Sendable {
    /// The socket.
    let descriptor: Int32
    /// The path of the socket.
    let path: String
    /// The lock beside the socket: its holder owns the path.
    private let hold: any Sendable

    /// Listens at a path.
    ///
    /// A missing folder is created, accessible only to its user. The stale socket of an ended process is replaced.
    ///
    /// - Throws: `BackendFailure` with `.invalidRequest` if other users may write to the folder, the path is not a
    ///   socket, the path is too long, or another process listens there; with `.systemError`.
    init(at path: String) throws(BackendFailure) {
        self.path = path
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name = String(parts.last ?? "")
        let folder =
            parts.count < 2 ? "." : parts.count == 2 && parts[0].isEmpty ? "/" : parts.dropLast().joined(separator: "/")
        guard !name.isEmpty else {
            throw BackendFailure(.invalidRequest, "\(path) is not the path of a file. Choose another path.")
        }
        _ = mkdir(folder, 0o700)
        try Self.checkOwned(folder)
        try Self.checkReplaceable(path)
        hold = try Self.lock(folder, "\(name).lock", path)
        descriptor = try UnixSocket.make()
        do throws(BackendFailure) {
            try Self.listen(descriptor, at: path)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Stops listening, and removes the socket from the path.
    func end() {
        unlink(path)
        close(descriptor)
    }

    private static func listen(_ descriptor: Int32, at path: String) throws(BackendFailure) {
        // The socket gets its path last: any process can connect once the path exists, and the mode must be set before.
        let draft = path + ".new"
        unlink(draft)
        let isBound = try UnixSocket.withAddress(of: draft) { bind(descriptor, $0, $1) } == 0
        guard isBound, chmod(draft, 0o600) == 0, Self.systemListen(descriptor), rename(draft, path) == 0 else {
            throw UnixSocket.failure("listen at \(path)")
        }
        UnixSocket.unblock(descriptor)
    }

    private static func systemListen(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            return Darwin.listen(descriptor, 128) == 0
        #elseif canImport(Glibc)
            return Glibc.listen(descriptor, 128) == 0
        #else
            return Musl.listen(descriptor, 128) == 0
        #endif
    }

    private static func lock(_ folder: String, _ name: String, _ path: String) throws(BackendFailure) -> any Sendable {
        let locking: PosixLedgerFiles.Locking
        do {
            locking = try PosixLedgerFiles(path: folder).lock(named: name)
        } catch {
            throw BackendFailure(.systemError, "\(folder)/\(name) cannot be locked.", underlying: error)
        }
        guard case .free(let hold) = locking else {
            throw BackendFailure(
                .invalidRequest, "Another App Store already listens at \(path). End it, or choose another path.")
        }
        return hold
    }

    private static func checkOwned(_ folder: String) throws(BackendFailure) {
        var status = stat()
        guard stat(folder, &status) == 0 else { throw UnixSocket.failure("examine the folder \(folder)") }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            throw BackendFailure(
                .invalidRequest, "\(folder) is not a folder of this user. Choose a folder of your own for the socket.")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw BackendFailure(
                .invalidRequest,
                "Other users may write to \(folder), so they could replace the socket. Choose a folder of your own "
                    + "(chmod go-w)."
            )
        }
    }

    private static func checkReplaceable(_ path: String) throws(BackendFailure) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return }
        throw BackendFailure(.invalidRequest, "\(path) already exists, and is not a socket. Choose another path.")
    }
}
