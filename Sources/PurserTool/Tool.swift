import Purser
import PurserSimulator

/// The command-line tool: finds the command, runs it, and turns every error into one line and a status.
enum Tool {
    static let version = LibraryVersion.current.description

    /// The commands, those together that share a line of the overview.
    static let groups: [[Command]] = [
        [.demo], [.sample], [.products], [.shop, .studio], [.timeline],
        [.buy, .seats], [.restore, .finish], [.owned, .updates], [.unfinished, .rejected],
        [.failed, .release], [.ledger], [.jws, .receipt],
        [ServerCommand.command, BookCommand.command], [ContentCommand.command], [.completions, .manual],
    ]

    static let commands = groups.flatMap(\.self)
    static var syntaxes: [CommandSyntax] { commands.map(\.syntax) }
    /// The commands of each line of the overview with their purposes, short enough for one screen.
    static let overview: [([String], String)] = groups.map { commands in
        let briefs = commands.map(\.syntax.brief).filter { !$0.isEmpty }
        return (commands.map(\.syntax.name), briefs.joined(separator: "; "))
    }

    /// Runs the tool with its arguments (without the program's name) and returns its exit status.
    static func run(_ words: [String], output: Output) async -> Int32 {
        var name: String?
        do {
            switch words.first {
            case nil: throw UsageError("a command is missing, for example: purser demo")
            case "--version": output.line("purser \(version)")
            case "--help", "-h": output.line(HelpText.overview(overview, width: output.textWidth))
            case "help": output.line(try help(words.dropFirst().first, output))
            case let word?:
                let command = try command(word)
                name = word
                let arguments = try Arguments(Array(words.dropFirst()), syntax: command.syntax)
                if arguments.asksForHelp {
                    output.line(try help(word, output))
                } else {
                    try await command.read(arguments)(output.with(json: arguments.has("json")))
                }
            }
            return ExitStatus.success
        } catch is Unsuccessful {
            return ExitStatus.failure
        } catch {
            let command = ["purser", name].compactMap(\.self).joined(separator: " ")
            let isUsage = error is UsageError
            output.complain("\(command): \(ToolError.line(for: error))\(isUsage ? "; see \(command) --help" : "")")
            return isUsage ? ExitStatus.usage : ExitStatus.failure
        }
    }

    private static func command(_ name: String) throws(UsageError) -> Command {
        if let command = commands.first(where: { $0.syntax.name == name }) { return command }
        let question = Nearest.question(name, commands.map(\.syntax.name) + ["help"])
        throw UsageError("there is no command “\(Wording.short(name))”\(question)")
    }

    private static func help(_ name: String?, _ output: Output) throws(UsageError) -> String {
        guard let name else { return HelpText.overview(overview, width: output.textWidth) }
        return HelpText.text(for: try command(name).syntax, width: output.textWidth)
    }
}
