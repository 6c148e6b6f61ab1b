import Foundation
import Purser

/// `purser content get|list|verify|delete`.
struct ContentCommand: Command {
    static let syntax = CommandSyntax(
        name: "content", summary: "Download contents, and list, verify or delete what is installed",
        operands: "get|list|verify|delete WHAT…", operandCount: 1...1_000,
        options: [
            OptionSyntax(name: "into", value: "DIR", summary: "The folder of contents; created if missing"),
            OptionSyntax(
                name: "at-once", value: "N", summary: "How many are downloaded at a time; 3 by default"),
            OptionSyntax(name: "sha256", value: "HEX", summary: "The expected digest of the one downloaded file"),
            .json,
        ],
        details: """
            get LIST --into DIR           the contents of a product list
            get PRODUCT=URL --into DIR    one content; an archive (.zip) is unpacked
            list DIR                      the installed contents, with their sizes
            verify DIR                    whether every file exists with its size; status 1 if not
            delete DIR PRODUCT…           deletes contents

            An interrupted download, even of a killed process, resumes where it stopped, if the server's file has not
            changed.
            """)

    private enum Wish: Sendable {
        case get([String])
        case list
        case verify
        case delete([String])
    }

    private let wish: Wish
    private let folder: URL
    private let policy: ContentPolicy
    private let sha256: String?

    init(_ arguments: Arguments) throws {
        let words = arguments.operands
        let rest = Array(words.dropFirst())
        var folder = rest.first
        switch words[0] {
        case "get":
            wish = .get(rest)
            folder = arguments.value("into")
            guard !rest.isEmpty else { throw UsageError("get needs a product list, or PRODUCT=URL") }
            guard folder != nil else { throw UsageError("--into DIR is missing: the folder of contents") }
        case "list": wish = .list
        case "verify": wish = .verify
        case "delete":
            wish = .delete(Array(rest.dropFirst()))
            guard rest.count > 1 else { throw UsageError("delete needs a folder and a product: delete DIR PRODUCT") }
        default: throw UsageError("there is no “content \(words[0])”; write get, list, verify or delete")
        }
        guard let folder else {
            throw UsageError("\(words[0]) needs a folder: purser content \(words[0]) DIR")
        }
        if ["list", "verify"].contains(words[0]), rest.count > 1 {
            throw UsageError("“\(rest[1])” is one word too many")
        }
        sha256 = arguments.value("sha256")
        guard sha256 == nil || words[0] == "get" && rest.count == 1 else {
            throw UsageError("--sha256 is for one content: purser content get PRODUCT=URL --sha256 HEX")
        }
        self.folder = URL(fileURLWithPath: folder)
        policy = ContentPolicy(downloadsAtOnce: try arguments.number("at-once", in: 1...64) ?? 3)
    }

    func run(_ output: Output) async throws -> Int32 {
        switch wish {
        case .get(let words):
            let contents = try ContentWish.contents(words, folder: folder, policy: policy, sha256: sha256)
            let failures = await ContentFetching(contents: contents, output: output).run()
            return failures == 0 ? ExitStatus.success : ExitStatus.failure
        case .list: return try list(output)
        case .verify: return try verify(output)
        case .delete(let ids): return try delete(ids, output)
        }
    }

    /// The installed contents.
    ///
    /// - Throws: ``UsageError`` if there is no such folder.
    private func installed() throws -> (folder: ContentFolder, contents: [ContentRequest]) {
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw UsageError("there is no folder \(folder.path)")
        }
        let found = ContentFolder(folder)
        return (found, found.installed())
    }

    private func list(_ output: Output) throws -> Int32 {
        let (folder, contents) = try installed()
        var rows: [[String]] = []
        for request in contents {
            let content = folder.content(of: request)
            let bytes = content.bytes
            rows.append([request.productID, request.version, Words.bytes(bytes), content.folder.path])
            if output.isJSON { output.json(content.json(bytes)) }
        }
        guard !output.isJSON else { return ExitStatus.success }
        for line in Table.lines(rows) { output.text(line + "\n") }
        if rows.isEmpty { output.line("Nothing is installed.") }
        return ExitStatus.success
    }

    private func verify(_ output: Output) throws -> Int32 {
        let (folder, contents) = try installed()
        var count = 0
        for request in contents {
            let flaws = folder.flaws(of: request)
            count += flaws?.count ?? 0
            let state = flaws.map { $0.isEmpty ? "whole" : "flawed" } ?? "it is not recorded"
            output.write(
                "\(request.productID) \(request.version): \(state)",
                .line(
                    "verified",
                    [
                        ("productID", .string(request.productID)), ("version", .string(request.version)),
                        ("isWhole", flaws.map { .bool($0.isEmpty) } ?? .null),
                        ("flaws", .array((flaws ?? []).map { .string($0.description) })),
                    ]))
            for flaw in flaws ?? [] { output.remark("  \(flaw)") }
        }
        guard count > 0 else { return ExitStatus.success }
        output.complain(
            "purser content: \(Words.count(count, "file")) of \(self.folder.path) have changed since their "
                + "installation; delete the content and get it again")
        return ExitStatus.failure
    }

    private func delete(_ ids: [String], _ output: Output) throws -> Int32 {
        let (folder, contents) = try installed()
        for id in ids {
            let found = contents.filter { $0.productID == id }
            guard !found.isEmpty else { throw UsageError("no content of \(id) is installed in \(self.folder.path)") }
            for request in found { try folder.remove(request, number: 0) }
            folder.discardPartials(of: id)
            output.write("\(id) is deleted.", .line("deleted", [("productID", .string(id))]))
        }
        return ExitStatus.success
    }
}
