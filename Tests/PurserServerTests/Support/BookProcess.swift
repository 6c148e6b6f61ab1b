#if Server
    import Foundation
    import Purser
    import TestDatabase

    /// A process of `BookWorker`.
    ///
    /// Not Foundation's `Process`: what that waits for is inherited by every program that another test starts meanwhile, so that its
    /// wait can last as long as a database server.
    final class BookProcess: Sendable {
        private let id: pid_t
        /// How it ended, once that is known: its number may be another program's from then on.
        private let ending = Lock<Int32?>(nil)

        /// Starts a process with these words; of a program that was built elsewhere, if one is given, and with a clock that is some
        /// seconds ahead.
        init(_ words: String..., program: String? = nil, clockAhead: Int? = nil) throws {
            let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent()
            let own = tests.appendingPathComponent("BookWorker").path
            let before = clockAhead.map { ["env", "PURSER_CLOCK_AHEAD=\($0)"] } ?? []
            // `env` becomes the program: its number is the process's.
            id = try Shell.start(before + [program ?? own] + words, output: "/dev/null")
        }

        /// How it ended, as `waitpid` says it; `nil` while it runs.
        private func ending(waits: Bool = false) -> Int32? {
            ending.withLock { ending in
                var status: Int32 = 0
                while ending == nil {
                    let ended = waitpid(id, &status, waits ? 0 : WNOHANG)
                    if ended == id { ending = status }
                    if ended >= 0 || errno != EINTR { break }
                }
                return ending
            }
        }

        var isRunning: Bool { ending() == nil }
        var wasKilled: Bool { ending().map { $0 & 0x7F != 0 } ?? false }

        /// Sends a signal; a killed process has ended afterwards.
        func signal(_ number: Int32) {
            guard isRunning else { return }
            kill(id, number)
            if number == SIGKILL { _ = ending(waits: true) }
        }

        /// Waits for its end; its status.
        func end() async -> Int32 {
            while true {
                if let ending = ending() { return ending >> 8 & 0xFF }
                try? await Task.sleep(for: .milliseconds(10))
            }
        }
    }
#endif
