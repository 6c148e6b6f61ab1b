import PurserSimulator

// The commands for a first look, and those that print what is made from all commands.
extension Command {
    static let sample = Command(
        "sample", "Write the bundled sample configuration, for a first .storekit file",
        brief: "write a first .storekit file",
        details: """
            purser sample > Garden.storekit makes a file in Xcode's format: purser products Garden.storekit lists it,
            and an app and its tests can sell from it.
            """
    ) { _ in { $0.text(String(decoding: PackageResources.Sample_storekit, as: UTF8.self)) } }

    static let demo = Command(
        "demo", "Sell from a .storekit file (the bundled sample by default) and check the books",
        brief: "sell from a file, and check the accounts", operands: "[FILE]",
        details: """
            Concurrent purchases, one that is approved later, failures that are retried, a manual finish, a refund and a
            restore, with their numbered updates, and a subscription's life on its own clock. Acts without a suitable
            product in the file are skipped. Status 1 if a count at the end is wrong.
            """
    ) { arguments in
        let path = arguments.operands.first
        return { output in
            let file = try path.map { try StoreFile(path: $0) } ?? StoreFile(sample: ())
            guard !file.catalog.products.isEmpty else {
                throw ToolError("\(file.name) sells nothing; purser products lists its mistakes")
            }
            file.showMistakes(output, inFull: false)
            guard try await Demo.run(file, output) else { throw Unsuccessful() }
        }
    }

    static let completions = Command(
        "completions", "Print the completion script of a shell", brief: "completions for your shell",
        actions: [
            Action("bash", "purser completions bash > ~/.local/share/bash-completion/completions/purser") { _ in
                { $0.line(Completions.bash(Tool.commands)) }
            },
            Action("zsh", "purser completions zsh > ~/.zfunc/_purser, with ~/.zfunc in fpath") { _ in
                { $0.line(Completions.zsh(Tool.commands)) }
            },
            Action("fish", "purser completions fish > ~/.config/fish/completions/purser.fish") { _ in
                { $0.line(Completions.fish(Tool.commands)) }
            },
        ])

    static let manual = Command(
        "manual", "Print the manual page", brief: "the manual page",
        details: "To read it: purser manual | man -l -. To keep it: purser manual > purser.1."
    ) { _ in { $0.line(ManualPage.text(Tool.overview, Tool.commands, version: Tool.version)) } }
}
