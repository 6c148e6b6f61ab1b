/// `purser completions SHELL`.
struct CompletionsCommand: Command {
    static let syntax = CommandSyntax(
        name: "completions", summary: "Print the completion script of a shell",
        operands: Completions.shells.joined(separator: "|"), operandCount: 1...1,
        details: """
            bash  purser completions bash > ~/.local/share/bash-completion/completions/purser
            zsh   purser completions zsh > ~/.zfunc/_purser, with ~/.zfunc in fpath
            fish  purser completions fish > ~/.config/fish/completions/purser.fish
            """)

    private let shell: String

    init(_ arguments: Arguments) throws {
        shell = arguments.operands[0]
        guard Completions.shells.contains(shell) else {
            let known = Completions.shells.joined(separator: ", ")
            throw UsageError("there are completions for \(known), not for “\(shell)”")
        }
    }

    func run(_ output: Output) async throws -> Int32 {
        output.line(Completions.script(for: shell, Tool.commands.map { $0.syntax }) ?? "")
        return ExitStatus.success
    }
}

/// `purser manual`.
struct ManualCommand: Command {
    static let syntax = CommandSyntax(
        name: "manual", summary: "Print the manual page",
        details: "To read it: purser manual | man -l -. To keep it: purser manual > purser.1.")

    init(_ arguments: Arguments) throws {}

    func run(_ output: Output) async throws -> Int32 {
        output.line(ManualPage.text(Tool.commands.map { $0.syntax }, version: Tool.version))
        return ExitStatus.success
    }
}
