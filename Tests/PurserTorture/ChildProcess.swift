#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// This program run once more, as a process that can be killed.
///
/// Owns the process and the reading end of its standard output. Promises: only this one process is ever signalled, and
/// never after `wait()` has let its number go.
struct ChildProcess {
    /// How it ended.
    enum Ending: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// What reading its output came to.
    enum Reading: Hashable, Sendable {
        case bytes([UInt8])
        case end
        case nothing
    }

    private let id: pid_t
    private let output: Int32

    /// Starts this program with other words; its standard error goes into a file.
    ///
    /// - Throws: ``TortureError``.
    init(_ words: [String], errors: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw TortureError("a pipe could not be made (error \(errno))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        output = ends[0]
        do {
            id = try Self.spawn([Self.executable()] + words, output: ends[1], errors: errors)
        } catch {
            close(ends[0])
            throw error
        }
    }

    /// Waits for output; `.nothing` when there is none within so many milliseconds.
    func read(within milliseconds: Int32) -> Reading {
        while true {
            var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&request, 1, milliseconds)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return .nothing }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            #if canImport(Darwin)
                let count = Darwin.read(output, &buffer, buffer.count)
            #elseif canImport(Glibc)
                let count = Glibc.read(output, &buffer, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(output, &buffer, buffer.count)
            #endif
            if count < 0, errno == EINTR { continue }
            return count > 0 ? .bytes(Array(buffer.prefix(count))) : .end
        }
    }

    /// Ends it on the spot, without a chance to do anything more.
    func kill() {
        #if canImport(Darwin)
            _ = Darwin.kill(id, SIGKILL)
        #elseif canImport(Glibc)
            _ = Glibc.kill(id, SIGKILL)
        #elseif canImport(Musl)
            _ = Musl.kill(id, SIGKILL)
        #endif
    }

    /// Waits until it has ended, and lets go of it.
    func wait() -> Ending {
        defer { close(output) }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: status & 0x7F)
    }

    private static func spawn(_ words: [String], output: Int32, errors: String) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var id: pid_t = 0
        let code = withPointers(to: words) { words in
            withPointers(to: environment) { environment in
                words[0].map { posix_spawn(&id, $0, &actions, nil, words, environment) } ?? ENOENT
            }
        }
        guard code == 0 else { throw TortureError("\(words[0]) could not be started (error \(code))") }
        return id
    }

    /// The texts as C wants them: an array of pointers with `nil` at its end.
    private static func withPointers<Result>(
        to texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }

    private static func executable() -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        #if canImport(Darwin)
            var size = UInt32(buffer.count)
            let isFound = _NSGetExecutablePath(&buffer, &size) == 0
        #else
            let isFound = readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0
        #endif
        guard isFound else { return CommandLine.arguments.first ?? "purser" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
