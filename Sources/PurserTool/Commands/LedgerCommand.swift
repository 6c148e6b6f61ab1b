import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `purser ledger check DIR`, `purser ledger dump DIR`, `purser ledger repair DIR INTO`.
struct LedgerCommand: Command {
    static let syntax = CommandSyntax(
        name: "ledger", summary: "Check, print or repair the files of a ledger",
        operands: "check|dump|repair DIR [INTO]",
        operandCount: 1...3, options: [.json],
        details: """
            check DIR        lists every damaged place; status 1 if there is one
            dump DIR         prints every record as one JSON object per line
            repair DIR INTO  saves the intact records into a new folder, and lists the damaged places

            Nothing in DIR is changed. DIR may be a home too: its ledger is in the folder ledger. Close the ledger
            first: an unfinished write may look damaged.
            """)

    private enum Wish: Sendable {
        case check
        case dump
        case repair(into: String)
    }

    private let wish: Wish
    private let path: String

    init(_ arguments: Arguments) throws {
        let words = arguments.operands
        guard let forms = ["check": "check DIR", "dump": "dump DIR", "repair": "repair DIR INTO"][words[0]] else {
            throw UsageError(
                "there is no “ledger \(words[0])”; write purser ledger check DIR, dump DIR or repair DIR INTO")
        }
        let wanted = words[0] == "repair" ? 3 : 2
        guard words.count >= wanted else {
            let missing = words.count == 1 ? "which folder" : "a new folder to save to"
            throw UsageError("\(words[0]) needs \(missing): purser ledger \(forms)")
        }
        guard words.count == wanted else { throw UsageError("“\(words[wanted])” is one word too many") }
        // A likely mistake: a home contains the account, with its ledger in a subfolder.
        let inner = Home(path: words[1]).ledger
        path = !Self.holdsLedger(words[1]) && Self.holdsLedger(inner) ? inner : words[1]
        switch words[0] {
        case "dump": wish = .dump
        case "repair": wish = .repair(into: words[2])
        default: wish = .check
        }
    }

    func run(_ output: Output) async throws -> Int32 {
        switch wish {
        case .check: return try check(output)
        case .dump: return try dump(output)
        case .repair(let target): return try repair(into: target, output)
        }
    }

    private static func holdsLedger(_ folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.hasSuffix(".purser") }
    }

    private var inspector: LedgerInspector { LedgerInspector(path: path) }

    private func check(_ output: Output) throws -> Int32 {
        var records = 0
        let findings = try inspector.records { _, _, _ in records += 1 }
        for finding in findings { output.write(finding.text, finding.json) }
        let damages = findings.count { !$0.isHarmless }
        output.write(
            damages == 0
                ? "The ledger is intact: \(Words.count(records, "record"))." : "\(records) records are intact.",
            .line(
                "ledger",
                [
                    ("path", .string(path)), ("isWhole", .bool(damages == 0)), ("records", .integer(records)),
                    ("damages", .integer(damages)),
                ]))
        return status(damages, output)
    }

    private func dump(_ output: Output) throws -> Int32 {
        let findings: [LedgerInspector.Finding]
        do {
            findings = try inspector.records { record, path, offset in
                guard !output.isClosed else { throw NobodyReads() }
                output.line(try LedgerDumpLine(record: record, path: path, offset: offset).json)
            }
        } catch is NobodyReads {
            return ExitStatus.success
        }
        for finding in findings { output.complain("purser ledger: \(finding.text)") }
        return findings.allSatisfy(\.isHarmless) ? ExitStatus.success : ExitStatus.failure
    }

    private func repair(into target: String, _ output: Output) throws -> Int32 {
        let findings = try inspector.repair(intoPath: target)
        for finding in findings { output.write(finding.text, finding.json) }
        let losses = findings.count { !$0.isHarmless }
        output.write(
            "The intact records of \(path) are in \(target) now; "
                + (losses == 0 ? "nothing is missing." : "\(Words.count(losses, "place")) could not be read."),
            .line(
                "repaired", [("path", .string(path)), ("into", .string(target)), ("losses", .integer(losses))]))
        return ExitStatus.success
    }

    private func status(_ damages: Int, _ output: Output) -> Int32 {
        guard damages > 0 else { return ExitStatus.success }
        output.complain(
            "purser ledger: \(path) is damaged at \(Words.count(damages, "place")); purser ledger repair \(path) INTO "
                + "saves the intact records")
        return ExitStatus.failure
    }
}

/// The consumer of standard output has ended.
private struct NobodyReads: Error {}

extension LedgerInspector.Finding {
    fileprivate var text: String {
        "\(path) at byte \(offset): \(reason)" + (isHarmless ? "; the next opening cuts it off" : "")
    }

    fileprivate var json: JSONText {
        .line(
            "finding",
            [
                ("path", .string(path)), ("offset", .integer(offset)), ("reason", .string(reason)),
                ("isHarmless", .bool(isHarmless)),
            ])
    }
}
