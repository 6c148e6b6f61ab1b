import Foundation
import Testing

@testable import PurserTool

@Suite("The argument reader")
struct ArgumentsTests {
    static let command = Command(
        "try", "Try", operands: "WORD [WORD]",
        options: [
            OptionSyntax("--flag", "A switch"),
            OptionSyntax("--size N", "A number"),
            OptionSyntax("--pair k=v…", "Pairs"),
        ])

    private func read(_ words: String...) throws -> Arguments { try Arguments(words, of: Self.command) }

    private func rejection(_ words: [String]) -> String? {
        do {
            _ = try Arguments(words, of: Self.command)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("Options and operands in any order, values with and without an equals sign")
    func orders() throws {
        let arguments = try read("--size=3", "one", "--flag", "two", "--pair", "a=b", "--pair=c=d=e")
        #expect(arguments.operands == ["one", "two"])
        #expect(try read("one", "--pair=--flag=1", "--pair", "--other=1").all("pair") == ["--flag=1", "--other=1"])
        #expect(arguments.has("flag"))
        #expect(try arguments.number("size", in: 1...9) == 3)
        #expect(try arguments.pairs("pair") == ["a": "b", "c": "d=e"])
    }

    @Test("Behind -- everything is an operand, and a single - always is")
    func operandsOnly() throws { #expect(try read("-", "--", "--flag").operands == ["-", "--flag"]) }

    @Test("Help is found beside anything, and nothing else is demanded then")
    func help() throws {
        #expect(try read("-h").asksForHelp)
        #expect(try read("--flag", "--help").asksForHelp)
        #expect(try read("one").asksForHelp == false)
    }

    @Test(
        "Every mistake is named",
        arguments: [
            (["--nope", "a"], "there is no option “--nope”"), (["-x", "a"], "there is no option “-x”"),
            (["a", "--size"], "--size needs a value: --size N"), (["a", "--size="], "the value of --size is empty"),
            (["a", "--size", "--flag"], "--size needs a value: --size N"),
            (["a", "--size", "--pair=c=d"], "--size needs a value: --size N"),
            (["a", "--size", "1", "--size", "2"], "--size was given twice"),
            (["a", "--flag=yes"], "--flag takes no value"), ([], "WORD [WORD] is missing"),
            ([""], "WORD [WORD] is empty"),
            (["a", "b", "c"], "“c” is one word too many"),
        ])
    func mistakes(_ words: [String], _ message: String) { #expect(rejection(words) == message) }

    @Test("Values out of range or shape are refused")
    func values() throws {
        for text in ["0", "10", "-1", "three", "1.5", "99999999999999999999"] {
            let arguments = try read("a", "--size=\(text)")
            #expect(throws: UsageError.self) { try arguments.number("size", in: 1...9) }
        }
        for text in ["novalue", "=x"] {
            let arguments = try read("a", "--pair=\(text)")
            #expect(throws: UsageError.self) { try arguments.pairs("pair") }
        }
        let twice = try read("a", "--pair", "k=1", "--pair", "k=2")
        #expect(throws: UsageError.self) { try twice.pairs("pair") }
        let short = try read("a", "--size=7C9E6679")
        #expect(throws: UsageError.self) { try short.uuid("size") }
    }

    @Test("A missing required option is named")
    func required() {
        #expect(throws: UsageError("--home DIR is missing")) {
            try Arguments(["--store", "x"], of: .owned)
        }
    }
}
