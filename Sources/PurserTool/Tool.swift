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
    /// The commands of each line of the overview with their purposes, short enough for one screen.
    static let overview: [([String], String)] = groups.map { commands in
        let briefs = commands.map(\.brief).filter { !$0.isEmpty }
        return (commands.map(\.name), briefs.joined(separator: "; "))
    }

    /// Runs the tool with its arguments (without the program's name) and returns its exit status.
    static func run(_ words: [String], output: Output) async -> Int32 {
        var name: String?
        do {
            switch words.first {
            case nil: throw UsageError("a command is missing, for example: purser demo")
            case "--version": output.line("purser \(version)")
            case "help" where words.count > 1:
                output.line(HelpText.text(for: try command(words[1]), width: output.textWidth))
            case "--help", "-h", "help": output.line(HelpText.overview(overview, width: output.textWidth))
            case let word?:
                let command = try command(word)
                name = word
                let arguments = try Arguments(Array(words.dropFirst()), of: command)
                var output = output
                output.isJSON = arguments.has("json")
                let help: Work = { $0.line(HelpText.text(for: command, width: $0.textWidth)) }
                try await (arguments.asksForHelp ? help : command.read(arguments))(output)
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
        if let command = commands.first(where: { $0.name == name }) { return command }
        let question = Nearest.question(name, commands.map(\.name) + ["help"])
        throw UsageError("there is no command “\(Wording.short(name))”\(question)")
    }
}
