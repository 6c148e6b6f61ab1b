// The commands that print what is made from the syntax of all commands.
extension Command {
    static let completions = Command(
        "completions", "Print the completion script of a shell", brief: "completions for your shell",
        actions: [
            Action("bash", "purser completions bash > ~/.local/share/bash-completion/completions/purser") { _ in
                { $0.line(Completions.bash(Tool.syntaxes)) }
            },
            Action("zsh", "purser completions zsh > ~/.zfunc/_purser, with ~/.zfunc in fpath") { _ in
                { $0.line(Completions.zsh(Tool.syntaxes)) }
            },
            Action("fish", "purser completions fish > ~/.config/fish/completions/purser.fish") { _ in
                { $0.line(Completions.fish(Tool.syntaxes)) }
            },
        ])

    static let manual = Command(
        "manual", "Print the manual page", brief: "the manual page",
        details: "To read it: purser manual | man -l -. To keep it: purser manual > purser.1."
    ) { _ in { $0.line(ManualPage.text(Tool.overview, Tool.syntaxes, version: Tool.version)) } }
}
