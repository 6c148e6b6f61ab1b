import Purser
import Testing

@testable import PurserTool

@Suite("The command line, given anything")
struct AnyArgumentsTests {
    /// Words that commands know, and words that nobody types.
    private static let vocabulary: [String] =
        Tool.commands.flatMap { command in command.syntax.options.flatMap { ["--\($0.name)", "--\($0.name)="] } } + [
            "--", "-", "-h", "--=", "", "=", "a", "k=v", "=v", "k=", "0", "1", "10", "11", "-1", "9223372036854775807",
            "-9223372036854775808", "18446744073709551615", "99999999999999999999", "0x10", "1e3", "½", "\u{0}", "ü=ö",
            "check", "repair", "dump", "synced", "all", "--after=18446744073709551615", "--quantity=-0", "--rounds=1",
            String(repeating: "x", count: 10_000), "7C9E6679-7425-40DE-944B-E07FC1F90AE7",
        ]

    @Test("Any words are read or refused with a usage error, by each command", arguments: Tool.commands.indices)
    func words(index: Int) throws {
        let command = Tool.commands[index]
        var numbers = SplitMix64(seed: UInt64(index))
        var accepted = 0
        for _ in 0..<3_000 {
            let count = Int.random(in: 0...7, using: &numbers)
            let words = (0..<count).map { _ in Self.vocabulary.randomElement(using: &numbers) ?? "" }
            do {
                let arguments = try Arguments(words, syntax: command.syntax)
                if !arguments.asksForHelp { _ = try command.init(arguments) }
                accepted += 1
            } catch {
                try #require(error is UsageError, "\(words): \(error)")
            }
        }
        #expect(accepted > 0)
    }

    @Test("Any line typed in the shop is a wish or a usage error")
    func shop() throws {
        let words =
            ["buy", "ask", "approve", "decline", "refund", "finish", "on", "all", "manual", "list"] + Self.vocabulary
        var numbers = SplitMix64(seed: 7)
        for _ in 0..<5_000 {
            let line = (0...Int.random(in: 0...4, using: &numbers)).map { _ in
                words.randomElement(using: &numbers) ?? ""
            }
            .joined(separator: " ")
            do {
                _ = try ShopWish(line)
            } catch {
                try #require(!error.message.isEmpty)
            }
        }
    }
}
