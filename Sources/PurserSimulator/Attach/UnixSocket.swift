import Purser

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system calls for Unix domain sockets.
enum UnixSocket {
    /// A new socket that no child process inherits.
    ///
    /// - Throws: `BackendFailure` with `.systemError`.
    static func make() throws(BackendFailure) -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #elseif canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM), 0)
        #endif
        guard descriptor >= 0 else { throw failure("make a socket") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        silence(descriptor)
        return descriptor
    }

    /// Makes the calls of this descriptor return immediately.
    static func unblock(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }

    /// Makes a call on an ended connection return an error instead of raising a signal.
    static func silence(_ descriptor: Int32) {
        #if canImport(Darwin)
            var isOn: Int32 = 1
            _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Sends as many bytes as possible without blocking.
    ///
    /// - Returns: the number of sent bytes; -1 with `errno` if none were sent.
    static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return bytes.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
    }

    /// The user of the process at the other end; `nil` if the system does not provide it.
    static func peer(of descriptor: Int32) -> uid_t? {
        #if canImport(Darwin)
            var (user, group): (uid_t, gid_t) = (0, 0)
            return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #else
            // The fields of `struct ucred`: process, user, group.
            var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
            return credentials.user
        #endif
    }

    /// Calls a closure with the address of a path.
    ///
    /// - Throws: `BackendFailure` with `.invalidRequest` if the path is too long for an address.
    static func withAddress<Result>(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) throws(BackendFailure) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < room, !bytes.isEmpty, !bytes.contains(0) else {
            throw BackendFailure(
                .invalidRequest,
                "The path of a socket may have 1 to \(room - 1) bytes; this one has \(bytes.count). Choose a shorter "
                    + "one: \(path)"
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// The error of the last failed system call.
    static func failure(_ what: String) -> BackendFailure {
        BackendFailure(.systemError, "The system could not \(what): \(String(cString: strerror(errno))).")
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
