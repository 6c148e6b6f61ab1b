import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How many seconds anything may take: a machine that is busy otherwise may come to it only after minutes.
let patience = 1_200.0

/// Another program, which ends with this object at the latest.
final class Child {
    /// The reading end of its standard output.
    let output: Int32
    private let id: pid_t
    private var hasEnded = false

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: its path, and its arguments.
    ///   - descriptors: what else it gets, by the numbers that it knows them by.
    ///   - errors: the file for its standard error.
    init(_ words: [String], descriptors: [Int32: Int32] = [:], home: String, errors: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Trouble("a pipe could not be made") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        output = ends[0]
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // A group of its own: a browser has children, which end with it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        for (number, descriptor) in descriptors { posix_spawn_file_actions_adddup2(&actions, descriptor, number) }
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = home
        let texts = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        let arguments = words.map { strdup($0) } + [nil]
        defer { for text in texts + arguments { free(text) } }
        var id: pid_t = 0
        guard posix_spawnp(&id, words[0], &actions, &attributes, arguments, texts) == 0 else {
            close(ends[0])
            throw Trouble("\(words[0]) could not be started")
        }
        self.id = id
    }

    deinit {
        kill()
        close(output)
    }

    /// Reads a line of its output.
    func line(within seconds: Double = patience) throws -> String {
        var bytes: [UInt8] = []
        let end = Date().addingTimeInterval(seconds)
        while bytes.last != UInt8(ascii: "\n") {
            guard try Wait.readable(output, until: end) else { throw Trouble("no line came") }
            var byte: UInt8 = 0
            guard read(output, &byte, 1) == 1 else { throw Trouble("the program has ended") }
            bytes.append(byte)
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    /// Asks it to end, and waits until it has.
    ///
    /// - Returns: the seconds that took; `nil` when it had to be killed.
    func end(within seconds: Double = patience) -> Double? {
        guard !hasEnded else { return 0 }
        let start = Date()
        #if canImport(Darwin)
            _ = Darwin.kill(id, SIGTERM)
        #elseif canImport(Glibc)
            _ = Glibc.kill(id, SIGTERM)
        #else
            _ = Musl.kill(id, SIGTERM)
        #endif
        while Date().timeIntervalSince(start) < seconds {
            if waitpid(id, nil, WNOHANG) == id {
                hasEnded = true
                return Date().timeIntervalSince(start)
            }
            usleep(1_000)
        }
        kill()
        return nil
    }

    /// Ends it, and its children, on the spot.
    func kill() {
        guard !hasEnded else { return }
        #if canImport(Darwin)
            _ = Darwin.kill(-id, SIGKILL)
        #elseif canImport(Glibc)
            _ = Glibc.kill(-id, SIGKILL)
        #else
            _ = Musl.kill(-id, SIGKILL)
        #endif
        waitpid(id, nil, 0)
        hasEnded = true
    }
}

/// Something went wrong in what the tests are made of.
struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

enum Wait {
    /// Waits until something can be read.
    static func readable(_ descriptor: Int32, until end: Date) throws -> Bool {
        while true {
            let left = end.timeIntervalSinceNow
            guard left > 0 else { return false }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&request, 1, Int32(min(left * 1_000 + 1, 1_000_000)))
            if count > 0 { return true }
            if count < 0, errno != EINTR { throw Trouble("poll failed") }
        }
    }
}

/// A folder that goes with this object.
final class Folder {
    let path: String

    init() throws {
        path = "/tmp/studio-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}
