#if Server
    import Foundation

    /// A process of `BookWorker`.
    final class BookProcess: Sendable {
        private let process: Process

        /// Starts a process with these words.
        init(_ words: String...) throws {
            let process = Process()
            let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent()
            process.executableURL = tests.appendingPathComponent("BookWorker")
            process.arguments = words
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            self.process = process
        }

        var isRunning: Bool { process.isRunning }
        var wasKilled: Bool { !process.isRunning && process.terminationReason == .uncaughtSignal }

        /// Sends a signal; a killed process has ended afterwards.
        func signal(_ number: Int32) {
            kill(process.processIdentifier, number)
            if number == SIGKILL { process.waitUntilExit() }
        }

        /// Waits for its end; its status.
        func end() async -> Int32 {
            while process.isRunning { try? await Task.sleep(for: .milliseconds(10)) }
            return process.terminationStatus
        }
    }
#endif
