import Foundation
import Purser
import Testing

@testable import PurserTool

@Suite("What people see in a terminal", .timeLimit(.minutes(30)))
struct TerminalTests {
    @Test("The overview fits a screen of 24 lines and 80 columns, and names every command once")
    func overview() async {
        let run = await ToolRun.inside("help")
        #expect(run.lines.count <= 23 && run.out.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
        #expect(run.lines.allSatisfy { $0.count <= 80 })
        #expect(Tool.overview.flatMap(\.0).sorted() == Tool.commands.map { $0.name }.sorted())
    }

    @Test("Every help text fits into 80 columns, and no word of it is lost")
    func width() async {
        for words in [["--help"]] + Tool.commands.map({ [$0.name, "--help"] }) {
            let run = await ToolRun.inside(words)
            for line in run.lines { #expect(line.count <= 80, "\(line)") }
        }
        for syntax in Tool.commands {
            func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
            let help = words(HelpText.text(for: syntax)).joined(separator: " ")
            let options = syntax.options.map(\.summary)
            for text in [syntax.summary, syntax.details] + options where !text.isEmpty {
                #expect(help.contains(words(text).joined(separator: " ")), "\(syntax.name): \(text)")
            }
        }
    }

    @Test(
        "In forty columns the help is readable: no line is longer that has a place to be broken at, and no word is lost"
    )
    func narrow() {
        let syntaxes = Tool.commands
        let texts = syntaxes.map { (HelpText.text(for: $0, width: 40), HelpText.text(for: $0, width: 80)) }
        let shop = [40, 80].map { Paragraphs.columns(ShopCommand.helpRows, width: $0) }
        let overview = [40, 80].map { HelpText.overview(Tool.overview, width: $0) }
        for (narrow, usual) in texts + [(shop[0], shop[1]), (overview[0], overview[1])] {
            for line in narrow.split(separator: "\n") where line.count > 40 {
                // Such as the name of a file, or the words of a command.
                #expect(
                    !line.drop { $0 == " " }.contains("  ") && line.hasPrefix(" ") || !line.contains(" "), "\(line)")
            }
            for line in usual.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
            #expect(
                narrow.split(whereSeparator: \.isWhitespace).sorted()
                    == usual.split(whereSeparator: \.isWhitespace).sorted())
        }
    }

    @Test("A line that is too long for the terminal is broken between its columns or words; elsewhere it stays one")
    func folded() {
        let row = "  6  com.example.garden.club.plus.yearly   $39.99 / year  subscription    Garden Club Plus, Yearly"
        #expect(Paragraphs.folded(row, width: nil) == row)
        #expect(
            Paragraphs.folded(row, width: 80)
                == "  6  com.example.garden.club.plus.yearly   $39.99 / year  subscription\n      Garden Club Plus, Yearly"
        )
        let long = String(repeating: "x", count: 50)
        #expect(Paragraphs.folded("\(long) and on", width: 40) == "\(long)\n    and on")
        #expect(Paragraphs.folded("a\n\(long)", width: 40) == "a\n\(long)")
        let bold = Style(usesColor: true).heading(String(repeating: "y", count: 39))
        #expect(Paragraphs.folded("\(bold) z", width: 41) == "\(bold) z", "what makes it bold takes no room")
        #expect(Paragraphs.folded("\(bold) z", width: 40) == "\(bold)\n    z")
    }

    @Test("What a command says is broken to the terminal's width, and a complaint to that of its own")
    func output() {
        let text = Lock((out: "", err: ""))
        var output = Output(
            out: { part in text.withLock { $0.out += part } }, error: { part in text.withLock { $0.err += part } })
        let words = Array(repeating: "word", count: 30).joined(separator: " ")
        output.line(words)
        output.complain(words)
        #expect(text.withLock { $0 } == (words + "\n", words + "\n"))
        output.width = (60, 40)
        text.withLock { $0 = ("", "") }
        output.line(words)
        output.complain(words)
        for (written, width) in text.withLock({ [($0.out, 60), ($0.err, 40)] }) {
            #expect(written.split(separator: "\n").allSatisfy { $0.count <= width })
            #expect(written.split(whereSeparator: \.isWhitespace).count == 30)
        }
        #expect(output.textWidth == 60)
    }

    @Test("The tool's messages name none of the library's calls")
    func ownWords() {
        #expect(Words.withoutCalls("It failed. See pendingPayments() for more. Try again.") == "It failed. Try again.")
        #expect(Words.withoutCalls("It failed; say releaseDeadLetter(_:).") == "It failed; say releaseDeadLetter(_:).")
        #expect(
            Words.withoutCalls("deliveryFailed: It failed. Listed in x; call update(after:for:) then.")
                == "deliveryFailed: It failed.")
        #expect(
            Words.withoutCalls("a: The price (9.99) is wrong. It is 1 (one).")
                == "a: The price (9.99) is wrong. It is 1 (one).")
    }

    @Test("A command that only looks says that there is no such folder, and makes none")
    func typo() async throws {
        let place = try Workplace()
        let commands = [
            ["owned"], ["updates"], ["unfinished"], ["finish", "7"], ["rejected"], ["failed"], ["release", "a", "1"],
        ]
        for words in commands {
            let run = await ToolRun.inside(words + place.place)
            #expect(run.status == 1 && run.errorLines.count == 1)
            #expect(run.err.contains("there is no folder \(place.home)"), "\(run.err)")
        }
        #expect(!FileManager.default.fileExists(atPath: place.home))
    }

    @Test(
        "Each shell is offered every command and option, and the scripts of bash run",
        arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let run = await ToolRun.inside("completions", shell)
        #expect(run.status == 0)
        for syntax in Tool.commands {
            #expect(run.out.contains(syntax.name))
            for option in syntax.options { #expect(run.out.contains(option.name)) }
        }
        // The first time zsh runs the script as the completion itself.
        #expect(run.out.contains("_comps[purser]") == (shell == "zsh"))
        guard shell == "bash" else { return }
        let place = try Workplace()
        let script = try place.write(
            run.out + "\nCOMP_WORDS=(purser ledger ch); COMP_CWORD=2; _purser; echo \"${COMPREPLY[*]}\"\n"
                + "COMP_WORDS=(purser own); COMP_CWORD=1; _purser; echo \"${COMPREPLY[*]}\"\n", to: "complete.sh")
        let bash = Process()
        bash.executableURL = URL(fileURLWithPath: "/bin/bash")
        bash.arguments = [script]
        let pipe = Pipe()
        bash.standardOutput = pipe
        try bash.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        bash.waitUntilExit()
        #expect(said == "check\nowned\n")
    }

    @Test("The manual page has the text of every help, and no line that is taken for an instruction by mistake")
    func manual() async {
        let lines = await ToolRun.inside("manual").lines
        let known = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"]
        for line in lines where line.hasPrefix(".") {
            #expect(known.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "no man has to guess the encoding")
        let text = lines.joined(separator: "\n").replacing("\\-", with: "-").replacing("\\&", with: "")
            .replacing("\\[u2026]", with: "…")
        #expect(text.contains(".SS purser buy PRODUCT…"))
        for syntax in Tool.commands {
            #expect(text.contains(syntax.summary))
            for line in syntax.details.split(separator: "\n") { #expect(text.contains(line), "\(line)") }
            for option in syntax.options { #expect(text.contains(option.summary)) }
        }
    }

    @Test("Plain updates name the transaction that finish needs")
    func updates() async throws {
        let place = try Workplace()
        #expect(await place.run("buy", Sample.seeds, "--manual").status == 0)
        let id = try #require(
            await place.run("updates").out.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("20000") })
        #expect(await place.run("finish", String(id)).status == 0)
    }
}
