import Foundation
import Testing

@testable import PurserTool

@Suite("Editing lines in the shop", .timeLimit(.minutes(30)))
struct LineEditorTests {
    /// A program that gives another one a terminal.
    private static let script = "/usr/bin/script"

    @MainActor
    private static var canRun: Bool {
        FileManager.default.isExecutableFile(atPath: script) && LineEditor.find() != nil
    }

    private let place: Workplace

    init() throws { place = try Workplace() }

    /// A shop that waits for a line; none where it cannot run.
    private func shop(terminal: String) async throws -> RunningTool? {
        guard await Self.canRun else { return nil }
        let command = "env TERM=\(terminal) '\(try Executable.path().path)' shop '\(place.sample)'"
        let shop = try RunningTool(URL(fileURLWithPath: Self.script), ["-qec", command, "/dev/null"], in: place)
        #expect(await shop.wrote("> "))
        return shop
    }

    @Test("On a terminal a line can be edited and called up again, where the machine has an editor")
    func editing() async throws {
        guard let shop = try await shop(terminal: "xterm") else { return }
        // Two steps to the left, and a letter there.
        try shop.type("fob\u{1B}[D\u{1B}[Dr\r")
        #expect(await shop.wrote("there is no “frob” here"))
        // The line before.
        try shop.type("\u{1B}[A\r")
        #expect(
            await shop.wrote { $0.components(separatedBy: "there is no “frob” here").count == 3 },
            "\(shop.output)")
        try shop.type("quit\r")
        #expect(try await shop.end().status == 0)
    }

    @Test("The tabulator completes commands and products, and nothing of the folder")
    func completing() async throws {
        guard let shop = try await shop(terminal: "xterm") else { return }
        try shop.type("bu\t gree\t\r")
        #expect(await shop.wrote("\(Sample.greenhouse)  purchased as transaction"), "\(shop.output)")
        try shop.type("buy com.example.garden.po\t\r")
        #expect(await shop.wrote("com.example.garden.pond  purchased as transaction"), "\(shop.output)")
        try shop.type("fol\t Samp\t\r")
        #expect(await shop.wrote("Samp has processed"), "\(shop.output)")
        try shop.type("quit\r")
        #expect(try await shop.end().status == 0)
    }

    @Test("A terminal that cannot move its cursor gets plain lines")
    func plain() async throws {
        guard let shop = try await shop(terminal: "dumb") else { return }
        try shop.type("frob\r")
        #expect(await shop.wrote("there is no “frob” here"))
        try shop.type("\u{1B}[A\r")
        #expect(await shop.wrote("there is no “?[a” here"), "\(shop.output)")
        try shop.type("quit\r")
        #expect(try await shop.end().status == 0)
    }
}
