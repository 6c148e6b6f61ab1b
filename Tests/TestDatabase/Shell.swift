#if Server
    import Foundation

    /// Programs of the system that the tests start.
    package enum Shell {
        /// A program that failed, or what a test threw.
        package struct Failed: Error, CustomStringConvertible {
            /// What was said.
            package let description: String
            /// A failure in words.
            package init(description: String) { self.description = description }
        }

        /// Runs a program to its end.
        ///
        /// Not by Foundation's `Process`, which waits also for what the program has started and left running, as a server.
        package static func run(_ words: [String]) throws -> (status: Int32, output: String) {
            let file = NSTemporaryDirectory() + "purser-shell-\(UUID().uuidString)"
            defer { unlink(file) }
            let process = try start(words, output: file)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            let ending = status & 0x7F
            let output = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            return (ending == 0 ? status >> 8 & 0xFF : 128 + ending, output)
        }

        /// Starts a program, with a file for its output; the caller has to wait for its end by `waitpid`.
        package static func start(_ words: [String], output: String) throws -> Int32 {
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
            #else
                var actions = posix_spawn_file_actions_t()
            #endif
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
            // A server that goes on running keeps nothing of this process open.
            let limit = min(4_096, max(256, sysconf(Int32(_SC_OPEN_MAX))))
            for descriptor in 3..<Int32(limit) { posix_spawn_file_actions_addclose(&actions, descriptor) }
            let arguments = words.map { strdup($0) } + [nil]
            let environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
            defer { for text in arguments + environment { free(text) } }
            var process: pid_t = 0
            let failure = posix_spawnp(&process, words[0], &actions, nil, arguments, environment)
            guard failure == 0 else { throw Failed(description: "\(words[0]): \(String(cString: strerror(failure)))") }
            return process
        }

        /// Runs a program that must succeed.
        package static func check(_ words: [String]) throws {
            let (status, output) = try run(words)
            guard status == 0 else { throw Failed(description: "\(words.joined(separator: " ")): \(output)") }
        }

        /// A port of the loopback address that nobody listens on.
        ///
        /// It is none of those that a system gives away by itself: however long it takes until it is used, no other test gets it.
        package static func freePort() throws -> UInt16 {
            for _ in 0..<1_000 {
                let port = UInt16.random(in: 15_000..<32_000)
                if (try? StalledListener(backlog: 1, port: port)) != nil { return port }
            }
            throw Failed(description: "no free port")
        }
    }

    /// A socket that takes connections and never answers.
    package final class StalledListener: Sendable {
        /// Its socket, for a test that takes connections after all.
        package let socket: Int32
        /// Its port.
        package let port: UInt16

        /// A listener of the loopback address; at any port unless one is given.
        package init(backlog: Int32 = 16, port wanted: UInt16 = 0) throws {
            socket = try LoopbackSocket.make()
            let descriptor = socket
            let bound = LoopbackSocket.use(wanted) {
                bind(descriptor, $0, $1) == 0 && listen(descriptor, backlog) == 0
                    && getsockname(descriptor, $0, &$1) == 0
            }
            guard let bound else {
                close(descriptor)
                throw Shell.Failed(description: "no free port")
            }
            port = bound
        }

        deinit { close(socket) }
    }
#endif
