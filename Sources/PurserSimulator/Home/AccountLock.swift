#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The lock of an account's folder: it holds until this object goes, or its process ends.
final class AccountLock: Sendable {
    static let fileName = "account.lock"

    private let descriptor: Int32

    /// Locks the file `account.lock` of a folder that is there (`flock`).
    ///
    /// - Throws: ``AccountFileError`` with `.alreadyOpen` when another App Store has it.
    init(folder: String) throws(AccountFileError) {
        let path = "\(folder)/\(Self.fileName)"
        // No link is followed, and a pipe in its place does not make this wait.
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw Self.failure("the file cannot be opened", path) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let isTaken = errno == EWOULDBLOCK
            let failure =
                isTaken
                ? AccountFileError(
                    .alreadyOpen, path: folder,
                    message: "another embedded App Store has this folder open, in this process or another; "
                        + "share that one, or end it first")
                : Self.failure("the file cannot be locked", path)
            close(descriptor)
            throw failure
        }
    }

    deinit { close(descriptor) }

    private static func failure(_ message: String, _ path: String) -> AccountFileError {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return AccountFileError(.unavailable, path: path, message: "\(message): \(reason)")
    }
}
