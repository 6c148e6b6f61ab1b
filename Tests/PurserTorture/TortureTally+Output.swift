import Purser
import PurserFormats

extension TortureTally {
    /// The counts, for people.
    func lines(_ options: Torture.Options, _ time: Duration) -> [String] {
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
            ["  Updates", "\(updates), of which \(repeatedUpdates) were yielded again after a kill"],
            [
                "  Called again",
                "\(repeatedGrants) calls of handlers, because a kill\(options.users == nil ? "" : " or a switch") came before their record",
            ],
        ]
        if let users = options.users {
            rows.insert(["  Users", "\(users), with \(switches) switches and \(Wording.count(moves, "move"))"], at: 1)
        }
        let verdict =
            isRight ? "\(Self.verdict(options)); the ledgers are whole." : "The books do not agree."
        let width = rows.map { $0[0].count }.max() ?? 0
        return rows.map { "\($0[0])\(String(repeating: " ", count: width - $0[0].count))  \($0[1])" } + [verdict]
    }

    private static func verdict(_ options: Torture.Options) -> String {
        options.users == nil
            ? "Everything charged is recorded once, delivered and finished"
            : "Every purchase is held by one user, the right one, with the units that stand, and finished"
    }

    /// The counts, for programs.
    func json(_ options: Torture.Options, _ time: Duration) -> JSONValue {
        let phases = TorturePhase.phases(withUsers: options.users != nil).map { ($0.rawValue, killed[$0] ?? 0) }
        let numbers: [String: Int?] = [
            "rounds": rounds, "kills": kills, "unfinishedFiles": unfinishedFiles, "ended": ended, "charges": charges,
            "lateCharges": lateCharges, "refunds": refunds, "updates": updates, "repeatedUpdates": repeatedUpdates,
            "repeatedGrants": repeatedGrants, "compacted": compacted, "users": options.users,
            "switches": options.users.map { _ in switches }, "moves": options.users.map { _ in moves },
        ]
        var members = numbers.mapValues { $0.map { JSONValue.number("\($0)") } ?? .null }
        members["seed"] = .number("\(options.seed)")
        members["seconds"] = .number(Self.seconds(time))
        members["killedWhile"] = .object(
            Dictionary(uniqueKeysWithValues: phases.map { ($0, JSONValue.number("\($1)")) }))
        members["differences"] = .array(differences.map { .string($0) })
        return .object(members)
    }

    private static func seconds(_ time: Duration) -> String {
        let tenths = (time.components.seconds * 10) + time.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
