import Purser

/// The command-line tool: finds the command, runs it, and turns every error into one line and a status.
enum Tool {
    /// The version that `--version` prints.
    static let version = LibraryVersion.current.description

    /// All commands, in the order of the help text.
    static let commands: [any Command.Type] = [
        DemoCommand.self, SampleCommand.self, ShopCommand.self, StudioCommand.self, TimelineCommand.self,
        ProductsCommand.self, BuyCommand.self, SeatsCommand.self,
        RestoreCommand.self, FinishCommand.self, UpdatesCommand.self, OwnedCommand.self, UnfinishedCommand.self,
        FailedUpdatesCommand.self, ReleaseCommand.self, RejectedCommand.self, LedgerCommand.self, JWSCommand.self,
        ReceiptCommand.self, ServerCommand.self, BookCommand.self, ContentCommand.self,
        CompletionsCommand.self, ManualCommand.self,
    ]

    /// Runs the tool with its arguments (without the program's name) and returns its exit status.
    static func run(_ words: [String], output: Output) async -> Int32 {
        guard let first = words.first else {
            return reject("a command is missing, for example: purser demo", see: "purser --help", output)
        }
        switch first {
        case "--help", "-h": return help(for: nil, output)
        case "help": return help(for: words.dropFirst().first, output)
        case "--version": return say("purser \(version)", output)
        default: break
        }
        guard let command = command(first) else {
            return reject(unknown(first), see: "purser --help", output)
        }
        return await run(command, Array(words.dropFirst()), output)
    }

    private static func run(_ command: any Command.Type, _ words: [String], _ output: Output) async -> Int32 {
        let name = command.syntax.name
        do {
            let arguments = try Arguments(words, syntax: command.syntax)
            if arguments.asksForHelp { return help(for: name, output) }
            return try await command.init(arguments).run(output.with(json: arguments.has("json")))
        } catch let error as UsageError {
            return reject(error.message, see: "purser \(name) --help", output, command: name)
        } catch {
            output.complain("purser \(name): \(ToolError.line(for: error))")
            return ExitStatus.failure
        }
    }

    private static func unknown(_ name: String) -> String {
        "there is no command “\(Wording.short(name))”\(Nearest.question(name, commands.map { $0.syntax.name } + ["help"]))"
    }

    private static func command(_ name: String) -> (any Command.Type)? {
        commands.first { $0.syntax.name == name }
    }

    private static func help(for name: String?, _ output: Output) -> Int32 {
        let width = output.textWidth
        guard let name else { return say(HelpText.overview(width: width), output) }
        guard let command = command(name) else {
            return reject(unknown(name), see: "purser --help", output)
        }
        return say(HelpText.text(for: command.syntax, width: width), output)
    }

    private static func say(_ text: String, _ output: Output) -> Int32 {
        output.line(text)
        return ExitStatus.success
    }

    private static func reject(_ message: String, see: String, _ output: Output, command: String? = nil) -> Int32 {
        output.complain("purser\(command.map { " \($0)" } ?? ""): \(message); see \(see)")
        return ExitStatus.usage
    }
}
