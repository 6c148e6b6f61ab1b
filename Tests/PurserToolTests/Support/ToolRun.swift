import Foundation
import Purser
import PurserSimulator
import Testing

@testable import PurserTool

/// What a run of the tool left behind.
struct ToolRun: Sendable {
    var status: Int32
    var out: String
    var err: String

    var lines: [String] { out.split(separator: "\n").map(String.init) }
    var errorLines: [String] {
        err.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Every line as a JSON object.
    func objects() throws -> [[String: Any]] {
        try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// The words behind `purser`, run inside this process.
    static func inside(_ words: String...) async -> ToolRun { await inside(words) }

    static func inside(_ words: [String]) async -> ToolRun {
        let text = Lock((out: "", err: ""))
        let output = Output(
            out: { part in text.withLock { $0.out += part } }, error: { part in text.withLock { $0.err += part } })
        let status = await Tool.run(words, output: output)
        let (out, err) = text.withLock { $0 }
        return ToolRun(status: status, out: out, err: err)
    }
}

/// A folder of its own for each test, with the sample's file in it; removed in the end.
final class Workplace: Sendable {
    let folder: URL
    let sample: String
    var home: String { folder.appendingPathComponent("home").path }
    /// The options that every one-call command needs; tests do not wait for the disk.
    var place: [String] { ["--store", sample, "--home", home, "--durability", "buffered"] }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-tool-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("Sample.storekit")
        try Data(PackageResources.Sample_storekit).write(to: file)
        sample = file.path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Runs a one-call command on this place.
    func run(_ words: String...) async -> ToolRun { await ToolRun.inside(words + place) }

    /// Settings by which no signature is valid.
    static let forged =
        #""_storeKitErrors":[{"enabled":true,"name":"Verification","current":{"type":"verification","index":1}}]"#

    /// The options of a one-call command on this place, whose file sells `p` alone and has these settings.
    func options(settings: String, type: String = "Consumable") throws -> [String] {
        let file = try write(
            """
            {"products":[{"productID":"p","type":"\(type)","displayPrice":"1","localizations":[]}],
             "settings":{\(settings)}}
            """, to: "own.storekit")
        return ["--store", file] + place.dropFirst(2)
    }
}

/// Identifiers of the sample.
enum Sample {
    static let seeds = "com.example.garden.seeds.10"
    static let greenhouse = "com.example.garden.greenhouse"
    static let club = "com.example.garden.club.monthly"
    static let count = 8
}
