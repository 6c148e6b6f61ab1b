import Purser

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One round: a worker is started, and killed when its moment has come.
struct TortureRound: Sendable {
    let folder: TortureFolder
    let plan: TorturePlan
    let durability: LedgerDurability
    let flaw: TortureFlaw?
    /// When to kill it; `nil` lets it come to its end.
    let kill: KillMoment?

    /// How a worker ended.
    struct Ending: Sendable {
        var ending: ChildProcess.Ending
        var marks: [UInt8] = []
        /// How many microseconds passed before the first mark.
        var start: UInt32 = 0
        /// Whether it did nothing for so long that it was killed for that.
        var hung = false

        var wasKilled: Bool { ending == .killed(signal: 9) && !hung }
    }

    /// Runs it, on the calling thread.
    ///
    /// - Throws: ``TortureError`` when it cannot be started.
    func run() throws -> Ending {
        let start = ContinuousClock.now
        let child = try ChildProcess(words, errors: folder.errors)
        var result = Ending(ending: .exited(0))
        var isDue = kill?.isDue(after: []) ?? false
        var isSent = false
        while true {
            if isDue, !isSent, let kill {
                usleep(kill.delay)
                child.kill()
                isSent = true
            }
            // Beside all tests a worker may be given the processor only after minutes.
            switch child.read(within: 1_200_000) {
            case .bytes(let marks):
                if result.marks.isEmpty { result.start = Self.microseconds(ContinuousClock.now - start) }
                result.marks += marks
                if let kill { isDue = kill.isDue(after: result.marks) }
            case .end:
                result.ending = child.wait()
                return result
            case .nothing:
                result.hung = true
                child.kill()
            }
        }
    }

    private var words: [String] {
        ["worker", folder.path, "--round", "\(plan.round)", "--seed", "\(plan.seed)"]
            + ["--durability", durability == .synced ? "synced" : "buffered"]
            + (plan.users.isShared ? [] : ["--users", "\(plan.users.ids.count)"])
            + (flaw.map { ["--flaw", $0.rawValue] } ?? [])
    }

    private static func microseconds(_ duration: Duration) -> UInt32 {
        UInt32(clamping: duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000)
    }
}
