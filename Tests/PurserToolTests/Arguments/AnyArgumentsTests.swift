import Purser
import Testing

@testable import PurserTool

@Suite("The command line, given anything")
struct AnyArgumentsTests {
    /// Words that commands know, and words that nobody types.
    private static let vocabulary: [String] =
        Tool.commands.flatMap { command in command.options.flatMap { ["--\($0.name)", "--\($0.name)="] } } + [
            "--", "-", "-h", "--=", "", "=", "a", "k=v", "=v", "k=", "0", "1", "10", "11", "-1", "9223372036854775807",
            "-9223372036854775808", "18446744073709551615", "99999999999999999999", "0x10", "1e3", "½", "\u{0}", "ü=ö",
            "check", "repair", "dump", "synced", "all", "bash", "test", "--bundle=a", "--after=18446744073709551615",
            "--quantity=-0", "--rounds=1",
            String(repeating: "x", count: 10_000), "7C9E6679-7425-40DE-944B-E07FC1F90AE7",
        ]

    @Test("Any words are read or refused with a usage error, by each command", arguments: Tool.commands.indices)
    func words(index: Int) throws {
        let command = Tool.commands[index]
        // Its own words come often enough that some lines are right.
        let vocabulary = Self.vocabulary + Array(repeating: command.words + ["-h"], count: 5).flatMap { $0 }
        var numbers = SplitMix64(seed: UInt64(index))
        var accepted = 0
        for _ in 0..<3_000 {
            let count = Int.random(in: 0...7, using: &numbers)
            let words = (0..<count).map { _ in vocabulary.randomElement(using: &numbers) ?? "" }
            do {
                let arguments = try Arguments(words, of: command)
                if !arguments.asksForHelp { _ = try command.read(arguments) }
                accepted += 1
            } catch {
                try #require(error is UsageError, "\(words): \(error)")
            }
        }
        #expect(accepted > 0)
    }

    @Test("Whatever is typed, of any length, a complaint about it is one short line")
    func long() async throws {
        let word = String(repeating: "ü", count: 2_000_000)
        for words in [
            [word], ["help", word], ["buy", "--\(word)"], ["buy", word, word], ["buy", "--quantity", word, "a"],
            ["products", "--store", word],
        ] {
            let lines = Lock<[String]>([])
            let output = Output(
                out: { line in lines.withLock { $0.append(line) } },
                error: { line in lines.withLock { $0.append(line) } })
            #expect(await Tool.run(words, output: output) != ExitStatus.success)
            let text = lines.withLock { $0.joined() }
            #expect(text.utf8.count < 5_000 && text.split(separator: "\n").count == 1, "\(text.prefix(100))")
        }
        let error = #expect(throws: UsageError.self) { try ShopWish("buy \(word)") }
        #expect(error?.message == "a line may have at most 4096 bytes; this one has 4000004")
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
            } catch let error as UsageError {
                try #require(!error.message.isEmpty)
            }
        }
    }
}
