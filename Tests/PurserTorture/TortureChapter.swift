import Purser
import PurserInspection

/// Some rounds on one folder, and the comparison of both sides after them.
struct TortureChapter: Sendable {
    let folder: TortureFolder
    let rounds: Range<Int>
    let options: Torture.Options
    var pace: TorturePace?
    var tally = TortureTally()
    private var killed: Set<Int> = []
    private let worker = BlockingWorker(label: "purser.torture")

    init(_ folder: TortureFolder, _ rounds: Range<Int>, _ options: Torture.Options, _ pace: TorturePace?) {
        self.folder = folder
        self.rounds = rounds
        self.options = options
        self.pace = pace
    }

    /// Tortures, and compares; what differs is in the tally.
    ///
    /// - Throws: ``TortureError`` when a worker cannot be started or the folder cannot be made.
    mutating func run() async throws {
        try folder.make()
        for round in rounds where tally.isRight {
            try await run(round)
            tally.rounds += 1
            if options.flaw == .loseLog, round + 2 < rounds.upperBound { loseLog() }
        }
        guard tally.isRight else { return }
        do {
            tally.differences += try damages(allowing: \.isHarmless)
            try await compare()
            tally.differences += try damages(allowing: { _ in false })
        } catch {
            tally.differences.append("the last run: \(TortureError.line(for: error))")
        }
    }

    private mutating func run(_ number: Int) async throws {
        let plan = TorturePlan(seed: options.seed, round: number, users: options.users)
        // The first worker of all shows how long one takes.
        let moment = pace.map { plan.killMoment($0) }
        let round = TortureRound(
            folder: folder, plan: plan, durability: options.durability, flaw: options.flaw, kill: moment)
        let result = try await worker.run { try round.run() }
        tally.switches += result.marks.count { $0 == TortureMark.switched.letter }
        tally.moves += result.marks.count { $0 == TortureMark.moved.letter }
        if result.hung { tally.differences.append("round \(number) hung after \(result.marks.count) marks") }
        if result.wasKilled {
            killed.insert(number)
            tally.killed[TorturePhase(after: result.marks), default: 0] += 1
            if folder.hasUnfinishedFile() { tally.unfinishedFiles += 1 }
        } else if result.ending == .exited(0) {
            tally.ended += 1
            pace = TorturePace(marks: result.marks, start: result.start)
        } else if !result.hung {
            tally.differences.append("round \(number) \(result.ending.words): \(folder.complaint)")
        }
    }

    /// Lets everything settle for each user, and compares.
    private mutating func compare() async throws {
        let users = TortureUsers(count: options.users, seed: options.seed)
        let policy = TorturePlan.policy(seed: options.seed, chapter: rounds.lowerBound / Torture.chapterLength)
        var records = try await TortureReview.records(
            folder,
            .init(
                round: rounds.upperBound, users: users, user: users.ids[0], policy: policy,
                durability: options.durability, flaw: options.flaw))
        records.killed = killed
        let words = "rounds \(rounds.lowerBound) to \(rounds.upperBound - 1)"
        tally.count(records, of: users.isShared ? words : "\(policy), \(words)")
        if folder.hasSnapshot() { tally.compacted += 1 }
    }

    private func damages(allowing isAllowed: (LedgerInspector.Finding) -> Bool) throws -> [String] {
        // A kill may have come before the first file was complete.
        guard let names = try? PosixLedgerFiles(path: folder.ledger).list(), !LedgerFolder(names: names).isEmpty else {
            return []
        }
        return try LedgerInspector(path: folder.ledger).check().filter { !isAllowed($0) }
            .map { "\($0.path) at byte \($0.offset): \($0.reason)" }
    }

    private func loseLog() {
        let files = PosixLedgerFiles(path: folder.ledger)
        guard let last = try? LedgerFolder(names: files.list()).logs.last else { return }
        try? files.remove(LedgerFolder.log(last))
    }
}

extension ChildProcess.Ending {
    fileprivate var words: String {
        switch self {
        case .exited(let status): "ended with status \(status)"
        case .killed(let signal): "was ended by signal \(signal)"
        }
    }
}
