import Foundation
import Purser
import PurserInspection

extension Command {
    static let ledger = Command(
        "ledger", "Check, print, repair or clear the files of a ledger",
        brief: "check, print, repair or clear a ledger",
        actions: [
            Action("check DIR", "lists every damaged place; status 1 if there is one") { LedgerWork($0).check },
            Action("dump DIR", "prints every record as one JSON object per line") { LedgerWork($0).dump },
            Action("repair DIR INTO", "saves the intact records into a new folder, and lists the damaged places") {
                LedgerWork($0).repair
            },
            Action("forget DIR USER", "removes everything that is recorded of a user, an account token") { arguments in
                let (work, user) = (LedgerWork(arguments), try arguments.uuid("USER") ?? UUID())
                return { try work.forget(user, $0) }
            },
        ], options: [.json],
        details: """
            Only forget changes anything in DIR. DIR may be a home too: its ledger is in the folder ledger. Close the
            ledger first: an unfinished write may look damaged.
            """)
}

private struct LedgerWork: Sendable {
    private let path: String
    private let target: String

    init(_ arguments: Arguments) {
        // A likely mistake: a home contains the account, with its ledger in a subfolder.
        let (folder, inner) = (arguments.operands[0], Home(path: arguments.operands[0]).ledger)
        path = !Self.holdsLedger(folder) && Self.holdsLedger(inner) ? inner : folder
        target = arguments.value("INTO") ?? ""
    }

    private static func holdsLedger(_ folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.hasSuffix(".purser") }
    }

    private var inspector: LedgerInspector { LedgerInspector(path: path) }

    func check(_ output: Output) throws {
        var records = 0
        let findings = try inspector.records { _, _, _ in records += 1 }
        let damages = write(findings, output)
        output.write(
            damages == 0
                ? "The ledger is intact: \(Words.count(records, "record"))." : "\(records) records are intact.",
            .line("ledger", ["path": path, "isWhole": damages == 0, "records": records, "damages": damages]))
        guard damages > 0 else { return }
        throw ToolError(
            "\(path) is damaged at \(Words.count(damages, "place")); purser ledger repair \(path) INTO saves the intact "
                + "records")
    }

    func dump(_ output: Output) throws {
        let findings = try inspector.records { record, path, offset in
            guard !output.isClosed else { return }
            output.line(try LedgerDumpLine(record: record, path: path, offset: offset).json)
        }
        for finding in findings { output.complain("purser ledger: \(finding.text)") }
        guard findings.allSatisfy(\.isHarmless) else { throw Unsuccessful() }
    }

    func repair(_ output: Output) throws {
        let losses = write(try inspector.repair(intoPath: target), output)
        output.write(
            "The intact records of \(path) are in \(target) now; "
                + (losses == 0 ? "nothing is missing." : "\(Words.count(losses, "place")) could not be read."),
            .line("repaired", ["path": path, "into": target, "losses": losses]))
    }

    func forget(_ user: UUID, _ output: Output) throws {
        guard Self.holdsLedger(path) else { throw ToolError("\(path) holds no ledger") }
        try FileLedgerStorage(PosixLedgerFiles(path: path)).forget(UserID(user))
        output.write(
            "Nothing in \(path) is about \(user) any more.", .line("forgotten", ["path": path, "user": user]))
    }

    /// Writes the findings, and returns how many are not harmless.
    private func write(_ findings: [LedgerInspector.Finding], _ output: Output) -> Int {
        for finding in findings {
            let members: JSONText = [
                "path": finding.path, "offset": finding.offset, "reason": finding.reason,
                "isHarmless": finding.isHarmless,
            ]
            output.write(finding.text, .line("finding", members))
        }
        return findings.count { !$0.isHarmless }
    }
}

extension LedgerInspector.Finding {
    fileprivate var text: String {
        "\(path) at byte \(offset): \(reason)" + (isHarmless ? "; the next opening cuts it off" : "")
    }
}
