import Purser

extension TortureTally {
    /// The counts, for people.
    func lines(_ options: Torture.Options, _ style: Style, _ time: Duration) -> [String] {
        let phases = TorturePhase.phases(withUsers: options.users != nil)
            .map { "\(killed[$0] ?? 0) while \($0.rawValue)" }.joined(separator: ", ")
        var rows = [
            ["  Rounds", "\(rounds) in \(Self.seconds(time)) s"],
            ["  Killed", "\(kills): \(phases); \(unfinishedFiles) while a file was being made"],
            ["  Came to their end", "\(ended)"],
            [
                "  Charges",
                "\(charges), of which \(lateCharges) were recorded by a later run: a kill fell before their record",
            ],
            ["  Refunds", "\(refunds)"],
            ["  Updates", "\(updates), of which \(repeatedUpdates) were told again after a kill"],
            ["  Granted again", "\(repeatedGrants), because a kill fell between a grant and its record"],
        ]
        if let users = options.users {
            let row = "\(users), with \(Words.count(switches, "switch", "switches")) and \(Words.count(moves, "move"))"
            rows.insert(["  Users", row], at: 1)
            rows[rows.count - 1] = [
                "  Called again", "\(repeatedGrants) calls of handlers: a kill or a switch came before their record",
            ]
        }
        let verdict =
            isRight
            ? style.good("\(Self.verdict(options)); the ledgers are whole.") : style.bad("The books do not agree.")
        return Table.lines(rows) + [verdict]
    }

    private static func verdict(_ options: Torture.Options) -> String {
        options.users == nil
            ? "Everything charged is recorded once, handed over and finished"
            : "Every purchase is held by one user, the right one, with the units that stand, and finished"
    }

    /// The counts, for programs.
    func json(_ options: Torture.Options, _ time: Duration) -> JSONText {
        let phases = TorturePhase.phases(withUsers: options.users != nil)
            .map { ($0.rawValue, JSONText.integer(killed[$0] ?? 0)) }
        return .line(
            "torture",
            [
                ("rounds", .integer(rounds)), ("seed", .integer(options.seed)),
                ("durability", .string(options.durability == .synced ? "synced" : "buffered")),
                ("seconds", .number(Self.seconds(time))), ("kills", .integer(kills)), ("killedWhile", .object(phases)),
                ("unfinishedFiles", .integer(unfinishedFiles)), ("ended", .integer(ended)),
                ("charges", .integer(charges)), ("lateCharges", .integer(lateCharges)), ("refunds", .integer(refunds)),
                ("updates", .integer(updates)),
                ("repeatedUpdates", .integer(repeatedUpdates)), ("repeatedGrants", .integer(repeatedGrants)),
                ("users", .optional(options.users) { .integer($0) }),
                ("switches", .optional(options.users) { _ in .integer(switches) }),
                ("moves", .optional(options.users) { _ in .integer(moves) }),
                ("compacted", .integer(compacted)), ("differences", .integer(differences.count)),
            ])
    }

    private static func seconds(_ time: Duration) -> String {
        let tenths = (time.components.seconds * 10) + time.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
