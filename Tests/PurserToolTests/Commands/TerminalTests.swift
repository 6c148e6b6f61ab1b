import Foundation
import Testing

@testable import PurserTool

@Suite("What people see in a terminal", .timeLimit(.minutes(10)))
struct TerminalTests {
    @Test("Every help text fits into 80 columns, and no word of it is lost")
    func width() async {
        for words in [["--help"]] + Tool.commands.map({ [$0.syntax.name, "--help"] }) {
            let run = await ToolRun.inside(words)
            for line in run.lines { #expect(line.count <= 80, "\(line)") }
        }
        for syntax in Tool.commands.map({ $0.syntax }) {
            func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
            let help = words(HelpText.text(for: syntax)).joined(separator: " ")
            let options = syntax.options.filter { !$0.isHidden }.map(\.summary)
            for text in [syntax.summary, syntax.details] + options where !text.isEmpty {
                #expect(help.contains(words(text).joined(separator: " ")), "\(syntax.name): \(text)")
            }
        }
    }

    @Test("A command that only looks says that there is no such folder, and makes none")
    func typo() async throws {
        let place = try Workplace()
        for words in [["owned"], ["updates"], ["unfinished"], ["finish", "7"]] {
            let run = await ToolRun.inside(words + place.place)
            #expect(run.status == 1 && run.errorLines.count == 1)
            #expect(run.err.contains("there is no folder \(place.home)"), "\(run.err)")
        }
        #expect(!FileManager.default.fileExists(atPath: place.home))
    }

    @Test("Each shell is offered every command and option, and the scripts of bash run", arguments: Completions.shells)
    func completions(shell: String) async throws {
        let run = await ToolRun.inside("completions", shell)
        #expect(run.status == 0)
        for syntax in Tool.commands.map({ $0.syntax }) {
            #expect(run.out.contains(syntax.name))
            for option in syntax.options where !option.isHidden { #expect(run.out.contains(option.name)) }
        }
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
        let text = lines.joined(separator: "\n").replacing("\\-", with: "-").replacing("\\&", with: "")
        for syntax in Tool.commands.map({ $0.syntax }) {
            #expect(text.contains(syntax.summary))
            for line in syntax.details.split(separator: "\n") { #expect(text.contains(line), "\(line)") }
            for option in syntax.options where !option.isHidden { #expect(text.contains(option.summary)) }
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
