import Purser

/// `purser torture --rounds N`.
struct TortureCommand: Command {
    static let syntax = CommandSyntax(
        name: "torture", summary: "Kill the tool in the middle of purchases, again and again, and check the books",
        options: [
            OptionSyntax(
                name: "rounds", value: "N", summary: "How many times to start the tool and kill it", isRequired: true),
            OptionSyntax(
                name: "seed", value: "S", summary: "Decides what is bought and when it is killed; drawn if left out"),
            users,
            OptionSyntax(
                name: "home", value: "DIR",
                summary: "A new or empty folder to work in, which is kept; a temporary one if left out"),
            OptionSyntax(
                name: "durability", value: "HOW", summary: "synced waits for the disk, buffered (the default) does not"),
            .json, flaw,
        ],
        details: """
            Each round starts the tool as a process that buys with several callers, and ends it by SIGKILL: while it
            starts, buys, grants, finishes, compacts or closes. Some rounds end before their kill comes. In the end
            everything that was charged must be in the ledger once, handed over and finished, the updates numbered
            without a gap, and the files whole. What was granted when a kill came before its record is granted again,
            and counted. Status 1 when anything differs.

            With --users several users share the device. Each round begins as one of them, switches to others in the
            middle of the work, and has the App Store refund purchases and name another user for some; a user who is
            absent then gets them later. In the end every purchase must be held by one user, the right one, with as
            many units as are not refunded, and no context of one user may be on another's purchase. Every fifty
            rounds the next policy of moved purchases holds: keep, move, refuse.
            """)

    /// How many users share the device.
    static let users = OptionSyntax(
        name: "users", value: "N", summary: "How many users share the device, 2 to 8; none are told apart if left out")

    /// Only the tests have a use for it.
    static let flaw = OptionSyntax(
        name: "flaw", value: "NAME", summary: "Make a mistake on purpose", isHidden: true)

    private let options: Torture.Options

    init(_ arguments: Arguments) throws {
        options = Torture.Options(
            rounds: try arguments.number("rounds", in: 1...1_000_000) ?? 1,
            seed: try arguments.number("seed", in: 0...UInt64.max) ?? .random(in: 0..<1_000_000),
            durability: try arguments.durability(default: .buffered), home: arguments.value("home"),
            flaw: try arguments.flaw(), users: try arguments.users())
    }

    func run(_ output: Output) async throws -> Int32 {
        let rounds = Words.count(options.rounds, "round")
        output.remark("Torture: \(rounds), seed \(options.seed)")
        guard try await Torture(options: options, output: output).run() else {
            output.complain("purser torture: the books do not agree; the seed was \(options.seed)")
            return ExitStatus.failure
        }
        return ExitStatus.success
    }
}

/// `purser torture-worker DIR`: what is killed; nobody types it.
struct TortureWorkerCommand: Command {
    static let syntax = CommandSyntax(
        name: "torture-worker", summary: "Buy until killed, on behalf of purser torture", operands: "DIR",
        operandCount: 1...1,
        options: [
            OptionSyntax(name: "round", value: "N", summary: "The round's number"),
            OptionSyntax(name: "seed", value: "S", summary: "Decides what is bought"), .durability,
            TortureCommand.users, TortureCommand.flaw,
        ])

    private let folder: TortureFolder
    private let plan: TorturePlan
    private let durability: LedgerDurability
    private let flaw: TortureFlaw?

    init(_ arguments: Arguments) throws {
        folder = TortureFolder(path: arguments.operands[0])
        plan = TorturePlan(
            seed: try arguments.number("seed", in: 0...UInt64.max) ?? 0,
            round: try arguments.number("round", in: 0...Int.max) ?? 0, users: try arguments.users())
        durability = try arguments.durability(default: .buffered)
        flaw = try arguments.flaw()
    }

    func run(_ output: Output) async throws -> Int32 {
        guard let count = plan.users else {
            return try await TortureWorker(
                folder: folder, plan: plan, durability: durability, flaw: flaw, shift: TortureShift(output)
            ).run()
        }
        let userPlan = TortureUserPlan(plan: plan, users: TortureUsers(count: count, seed: plan.seed))
        return try await TortureUserWorker(
            folder: folder, plan: userPlan, durability: durability, flaw: flaw, shift: TortureShift(output)
        ).run()
    }
}

extension Arguments {
    fileprivate func users() throws(UsageError) -> Int? { try number("users", in: TortureUsers.counts) }

    fileprivate func flaw() throws(UsageError) -> TortureFlaw? {
        guard let name = value("flaw") else { return nil }
        guard let flaw = TortureFlaw(rawValue: name) else { throw UsageError("there is no flaw “\(name)”") }
        guard !flaw.isAboutUsers || value("users") != nil else { throw UsageError("--flaw \(name) wants --users") }
        return flaw
    }
}
