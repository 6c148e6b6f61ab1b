import Foundation
import Purser

/// `purser content get|list|verify|delete`.
struct ContentCommand: Sendable {
    static let command = Command(
        CommandSyntax(
            name: "content", brief: "download contents; list, verify or delete them",
            summary: "Download contents, and list, verify or delete what is installed",
            actions: [
                Action(
                    "get WHAT…",
                    "WHAT is a product list, or PRODUCT=URL for one content; an archive (.zip) is unpacked", get),
                Action("list DIR", "the installed contents, with their sizes") { try ContentCommand($0).list },
                Action("verify DIR", "whether every file exists with its size; status 1 if not") {
                    try ContentCommand($0).verify
                },
                Action("delete DIR PRODUCT…", "deletes contents") { try ContentCommand($0).delete },
            ],
            options: [
                OptionSyntax("--into DIR", "get: the folder of contents; created if missing"),
                OptionSyntax("--at-once N", "get: how many are downloaded at a time; 3 by default"),
                OptionSyntax("--sha256 HEX", "get: the expected digest of the one downloaded file"), .json,
            ],
            details: """
                An interrupted download, even of a killed process, resumes where it stopped, if the server's file has
                not changed.
                """))

    private let folder: URL
    private let ids: [String]

    private init(_ arguments: Arguments) throws(UsageError) {
        for name in ["into", "at-once", "sha256"] where arguments.has(name) {
            throw UsageError("--\(name) is for purser content get")
        }
        (folder, ids) = (URL(fileURLWithPath: arguments.operands[0]), Array(arguments.operands.dropFirst()))
    }

    private static func get(_ arguments: Arguments) throws -> Work {
        let words = arguments.operands
        guard let path = arguments.value("into") else {
            throw UsageError("--into DIR is missing: the folder of contents")
        }
        let sha256 = arguments.value("sha256")
        guard sha256 == nil || words.count == 1 else {
            throw UsageError("--sha256 is for one content: purser content get PRODUCT=URL --sha256 HEX")
        }
        let policy = ContentPolicy(downloadsAtOnce: try arguments.number("at-once", in: 1...64) ?? 3)
        return { output in
            let contents = try ContentWish.contents(
                words, folder: URL(fileURLWithPath: path), policy: policy, sha256: sha256)
            guard await ContentFetching(contents: contents, output: output).run() == 0 else { throw Unsuccessful() }
        }
    }

    /// The installed contents.
    ///
    /// - Throws: ``UsageError`` if there is no such folder.
    private func installed() throws(UsageError) -> (folder: ContentFolder, contents: [ContentRequest]) {
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw UsageError("there is no folder \(folder.path)")
        }
        let found = ContentFolder(folder)
        return (found, found.installed())
    }

    private func list(_ output: Output) throws {
        let (folder, contents) = try installed()
        output.write(contents.map { folder.content(of: $0).row }, ifNone: "Nothing is installed.")
    }

    private func verify(_ output: Output) throws {
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
                        "productID": request.productID, "version": request.version, "isWhole": flaws?.isEmpty,
                        "flaws": (flaws ?? []).map(\.description),
                    ]))
            for flaw in flaws ?? [] { output.remark("  \(flaw)") }
        }
        guard count > 0 else { return }
        throw ToolError(
            "\(Words.count(count, "file")) of \(self.folder.path) have changed since their installation; "
                + "delete the content and get it again")
    }

    private func delete(_ output: Output) throws {
        let (folder, contents) = try installed()
        for id in ids {
            let found = contents.filter { $0.productID == id }
            guard !found.isEmpty else {
                throw UsageError("no content of \(id) is installed in \(self.folder.path)")
            }
            for request in found { try folder.remove(request, number: 0) }
            folder.discardPartials(of: id)
            output.write("\(id) is deleted.", .line("deleted", ["productID": id]))
        }
    }
}

extension InstalledContent {
    /// Product, version, size and folder.
    var row: Row {
        let bytes = bytes
        return Row(
            [productID, version, Words.bytes(bytes), folder.path], "content",
            ["productID": productID, "version": version, "bytes": bytes, "folder": folder.path])
    }
}
