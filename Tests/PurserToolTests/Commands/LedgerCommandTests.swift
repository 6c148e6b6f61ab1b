import Foundation
import Purser
import Testing

@testable import PurserTool

@Suite("purser ledger", .timeLimit(.minutes(30)))
struct LedgerCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// A home with three purchases, one of them manual, and the folder of its ledger.
    private func ledger() async -> String {
        #expect(await place.run("buy", Sample.seeds, Sample.greenhouse).status == 0)
        #expect(await place.run("buy", Sample.seeds, "--manual", "--context", "a=b").status == 0)
        return place.home + "/ledger"
    }

    private func damage(_ folder: String) throws -> String {
        let file = folder + "/log-0000000001.purser"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        bytes[160] ^= 1
        try bytes.write(to: URL(fileURLWithPath: file))
        return file
    }

    @Test("check: a whole ledger is status 0, and says how much is in it")
    func whole() async throws {
        let folder = await ledger()
        let run = await ToolRun.inside("ledger", "check", folder)
        #expect(run.status == 0)
        #expect(run.out.hasPrefix("The ledger is intact: "))
        #expect(run.err.isEmpty)
        let object = try #require(try await ToolRun.inside("ledger", "check", folder, "--json").objects().first)
        #expect(object["isWhole"] as? Bool == true)
        #expect(object["records"] as? Int == 8)
    }

    @Test("L1: check names file and offset of what is damaged, status 1, and changes nothing")
    func damaged() async throws {
        let folder = await ledger()
        let file = try damage(folder)
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let run = await ToolRun.inside("ledger", "check", folder)
        #expect(run.status == 1)
        #expect(run.out.contains("\(file) at byte 128: "))
        #expect(run.errorLines.count == 1)
        let objects = try await ToolRun.inside("ledger", "check", folder, "--json").objects()
        #expect(objects.map { $0["type"] as? String } == ["finding", "ledger"])
        #expect(objects.first?["offset"] as? Int == 128)
        #expect(objects.last?["isWhole"] as? Bool == false)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        // The store does not open it either, and says what to do.
        let buying = await place.run("buy", Sample.seeds)
        #expect(buying.status == 1)
        #expect(buying.errorLines.count == 1)
        #expect(buying.err.contains("purser ledger repair"))
    }

    @Test("forget: needs an account token and a ledger of named users, and leaves the ledger whole")
    func forget() async throws {
        let folder = await ledger()
        let token = UUID()
        #expect(await ToolRun.inside("ledger", "forget", folder, "Ben").status == 64)
        #expect(await ToolRun.inside("ledger", "forget", place.home + "/nothing", token.uuidString).status == 1)
        let shared = await ToolRun.inside("ledger", "forget", folder, token.uuidString)
        #expect(shared.status == 1 && shared.err.contains("All users share one state"))
        #expect(await place.run("owned").out.contains(Sample.greenhouse))
        let named = place.home + "/named"
        let storage = FileLedgerStorage(PosixLedgerFiles(path: named))
        try storage.load { _ in }
        try storage.append([.section(.user(UserID(token))), .consumer("mailer", 0), .section(.shared)], isUrgent: true)
        storage.close()
        let run = try await ToolRun.inside("ledger", "forget", named, token.uuidString, "--json").objects()
        #expect(run.map { $0["type"] as? String } == ["forgotten"] && run[0]["user"] as? String == token.uuidString)
        #expect(await ToolRun.inside("ledger", "check", named).status == 0)
    }

    @Test("check: a log that is gone is told, also the first one")
    func missing() async throws {
        let folder = await ledger()
        try FileManager.default.moveItem(
            atPath: folder + "/log-0000000001.purser", toPath: folder + "/log-0000000002.purser")
        let run = await ToolRun.inside("ledger", "check", folder)
        #expect(run.status == 1)
        #expect(run.out.contains("log-0000000001.purser at byte 0: the file is missing"))
    }

    @Test("dump: one object a line, every record")
    func dump() async throws {
        let folder = await ledger()
        let run = await ToolRun.inside("ledger", "dump", folder)
        #expect(run.status == 0)
        #expect(run.lines.allSatisfy { $0.hasPrefix(#"{"type":"record","#) })
        let objects = try run.objects()
        #expect(objects.count { $0["record"] as? String == "intent" } == 3)
        #expect(objects.compactMap { $0["sequence"] as? Int } == [1, 2, 3])
        #expect(objects.count { $0["step"] as? String == "finished" } == 2)
        #expect(objects.compactMap { $0["phase"] as? String } == ["payment", "payment", "payment"])
        // Without a grant handler what is recorded counts as granted; what the app finishes by itself does not.
        #expect(
            objects.compactMap { $0["steps"] as? [String] }
                == [["needsFinish", "granted"], ["needsFinish", "granted"], ["needsFinish"]])
        _ = try damage(folder)
        let damaged = await ToolRun.inside("ledger", "dump", folder)
        #expect(damaged.status == 1)
        #expect(damaged.errorLines.count == 1)
        #expect(damaged.lines.count < run.lines.count)
    }

    @Test("dump: a record of a later version is printed by its kind")
    func laterRecord() throws {
        let record = LedgerRecord.skipped(SkippedRecord(kind: 66, fields: [1]))
        let line = try LedgerDumpLine(record: record, path: "log", offset: 128).json
        #expect(
            line == #"{"type":"record","count":1,"offset":128,"path":"log","record":"unknown","recordKind":66}"#)
    }

    @Test("repair: what is whole goes into a new folder, which opens; what is lost is listed")
    func repair() async throws {
        let folder = await ledger()
        _ = try damage(folder)
        let saved = place.home + "/saved"
        let run = await ToolRun.inside("ledger", "repair", folder, saved)
        #expect(run.status == 0)
        #expect(run.lines.count == 2)
        #expect(await ToolRun.inside("ledger", "repair", folder, saved).status == 1)
        let before = try FileManager.default.subpathsOfDirectory(atPath: place.home).sorted()
        for (into, reason) in [
            (place.home, "is not empty"), (folder, "is not empty"), (folder + "/new", "lies inside"),
        ] {
            let rejected = await ToolRun.inside("ledger", "repair", place.home, into)
            #expect(rejected.status == 1 && rejected.err.contains(reason), "\(rejected.err)")
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: place.home).sorted() == before)
        #expect(await ToolRun.inside("ledger", "check", saved).status == 0)
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: saved, toPath: folder)
        let unfinished = try await place.run("unfinished", "--json").objects()
        #expect(unfinished.map { $0["context"] as? [String: String] } == [["a": "b"]])
        #expect(try await place.run("owned", "--json").objects().count == 2)
    }

    @Test("A call that lacks something is told in full, and the ledger of a home is found")
    func nextSteps() async throws {
        for (words, reported) in [
            (["burn"], "purser ledger check DIR"), (["check"], "purser ledger check DIR"),
            (["repair", "d"], "purser ledger repair DIR INTO"),
        ] {
            let run = await ToolRun.inside(["ledger"] + words)
            #expect(run.status == 64 && run.err.contains(reported), "\(run.err)")
        }
        let folder = await ledger()
        let run = await ToolRun.inside("ledger", "check", place.home)
        #expect(run.status == 0 && run.out.contains("intact"), "\(run.err)")
        #expect(await ToolRun.inside("ledger", "check", folder).out == run.out)
        let sub = await ToolRun.inside("ledger", "foo")
        #expect(["check", "dump", "repair"].allSatisfy(sub.err.contains), "\(sub.err)")
        let missing = await ToolRun.inside("products", place.home + "/no.storekit")
        #expect(missing.status == 1 && missing.err.contains("purser sample > "), "\(missing.err)")
    }

    @Test("No ledger there, or no folder at all: status 1, one line that names it; nothing is made")
    func wrongFolders() async throws {
        let missing = place.folder.appendingPathComponent("nowhere").path
        for words in [["check", missing], ["dump", place.folder.path], ["repair", missing, missing + "2"]] {
            let run = await ToolRun.inside(["ledger"] + words)
            #expect(run.status == 1)
            #expect(run.errorLines.count == 1)
            #expect(run.err.contains(words[1]))
        }
        #expect(!FileManager.default.fileExists(atPath: missing))
        #expect(!FileManager.default.fileExists(atPath: missing + "2"))
    }
}
