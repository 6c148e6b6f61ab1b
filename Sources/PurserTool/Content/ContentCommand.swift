import Foundation
import Purser

enum ContentCommand {
    static let command = Command(
        "content", "Download contents, and list, verify or delete what is installed",
        brief: "download contents; list, verify or delete them",
        actions: [
            Action(
                "get WHAT…", "WHAT is a product list, or PRODUCT=URL for one content; an archive (.zip) is unpacked",
                get),
            Action("list DIR", "the installed contents, with their sizes") { try work($0, list) },
            Action("verify DIR", "whether every file exists with its size; status 1 if not") { try work($0, verify) },
            Action("delete DIR PRODUCT…", "deletes contents") { arguments in
                try work(arguments) { try delete(arguments.operands.dropFirst(), in: $0, $1) }
            },
        ],
        options: [
            OptionSyntax("--into DIR", "get: the folder of contents; created if missing"),
            OptionSyntax("--at-once N", "get: how many are downloaded at a time; 3 by default"),
            OptionSyntax("--sha256 HEX", "get: the expected digest of the one downloaded file"), .json,
        ],
        details: """
            An interrupted download, even of a killed process, resumes where it stopped, if the server's file has not
            changed.
            """)

    /// Work on what is installed in the folder that the first word names.
    private static func work(
        _ arguments: Arguments, _ work: @escaping @Sendable (ContentFolder, Output) throws -> Void
    ) throws(UsageError) -> Work {
        for name in ["into", "at-once", "sha256"] where arguments.has(name) {
            throw UsageError("--\(name) is for purser content get")
        }
        let folder = URL(fileURLWithPath: arguments.operands[0])
        return { output in
            guard FileManager.default.fileExists(atPath: folder.path) else {
                throw UsageError("there is no folder \(folder.path)")
            }
            try work(ContentFolder(folder), output)
        }
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

    private static func list(_ folder: ContentFolder, _ output: Output) {
        output.write(folder.installed().map { folder.content(of: $0).row }, ifNone: "Nothing is installed.")
    }

    private static func verify(_ folder: ContentFolder, _ output: Output) throws {
        var count = 0
        for request in folder.installed() {
            let flaws = folder.flaws(of: request)
            count += flaws?.count ?? 0
            let state = flaws.map { $0.isEmpty ? "whole" : "flawed" } ?? "it is not recorded"
            let members: JSONText = [
                "productID": request.productID, "version": request.version, "isWhole": flaws?.isEmpty,
                "flaws": (flaws ?? []).map(\.description),
            ]
            output.write("\(request.productID) \(request.version): \(state)", .line("verified", members))
            for flaw in flaws ?? [] { output.remark("  \(flaw)") }
        }
        guard count > 0 else { return }
        throw ToolError(
            "\(Words.count(count, "file")) of \(folder.root.path) have changed since their installation; "
                + "delete the content and get it again")
    }

    private static func delete(_ ids: ArraySlice<String>, in folder: ContentFolder, _ output: Output) throws {
        let contents = folder.installed()
        for id in ids {
            let found = contents.filter { $0.productID == id }
            guard !found.isEmpty else { throw UsageError("no content of \(id) is installed in \(folder.root.path)") }
            for request in found { try folder.remove(request, number: 0) }
            folder.discardPartials(of: id)
            output.write("\(id) is deleted.", .line("deleted", ["productID": id]))
        }
    }
}

extension InstalledContent {
    var row: Row {
        let bytes = bytes
        return Row(
            [productID, version, Words.bytes(bytes), folder.path], "content",
            ["productID": productID, "version": version, "bytes": bytes, "folder": folder.path])
    }
}
