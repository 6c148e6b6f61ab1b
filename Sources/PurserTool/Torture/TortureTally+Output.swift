import Purser

extension TortureTally {
    /// The counts, for people.
    func lines(_ style: Style, _ time: Duration) -> [String] {
        let phases = TorturePhase.allCases.map { "\(killed[$0] ?? 0) while \($0.rawValue)" }.joined(separator: ", ")
        let rows = [
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
        let verdict =
            isRight
            ? style.good("Everything charged is recorded once, handed over and finished; the ledgers are whole.")
            : style.bad("The books do not agree.")
        return Table.lines(rows) + [verdict]
    }

    /// The counts, for programs.
    func json(_ options: Torture.Options, _ time: Duration) -> JSONText {
        let phases = TorturePhase.allCases.map { ($0.rawValue, JSONText.integer(killed[$0] ?? 0)) }
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
                ("compacted", .integer(compacted)), ("differences", .integer(differences.count)),
            ])
    }

    private static func seconds(_ time: Duration) -> String {
        let tenths = (time.components.seconds * 10) + time.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
