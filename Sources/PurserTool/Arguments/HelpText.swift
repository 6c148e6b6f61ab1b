/// The help texts, made of the commands' syntax.
enum HelpText {
    /// What `purser --help` prints.
    static func overview(_ commands: [CommandSyntax]) -> String {
        let rows = commands.map { ["  \($0.name)\($0.operands.isEmpty ? "" : " \($0.operands)")", $0.summary] }
        return """
            purser sells from a .storekit file by an App Store inside the program: no network, no account, no money.

            Usage: purser COMMAND [OPTIONS]

            Commands:
            \(Table.lines(rows).joined(separator: "\n"))

            purser COMMAND --help explains a command, purser --version prints the version.
            Status: 0 done, 1 not done (one line on standard error says why), 64 not understood.
            """
    }

    /// What `purser COMMAND --help` prints.
    static func text(for syntax: CommandSyntax) -> String {
        let options = syntax.options.filter { !$0.isHidden } + [.help]
        let rows = options.map { option in
            ["  " + spelled(option), option.summary + (option.isRepeatable ? " (may be repeated)" : "")]
        }
        let details = syntax.details.isEmpty ? "" : "\n\(syntax.details)\n"
        return """
            \(syntax.summary).

            \(usage(syntax))
            \(details)
            Options:
            \(Table.lines(rows).joined(separator: "\n"))
            """
    }

    private static func usage(_ syntax: CommandSyntax) -> String {
        let options = syntax.options.filter { !$0.isHidden }.map { $0.isRequired ? spelled($0) : "[\(spelled($0))]" }
        let words = ["purser", syntax.name, syntax.operands].filter { !$0.isEmpty } + options
        var lines = ["Usage:"]
        for word in words {
            if let line = lines.last, line.count + word.count < 100 {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append("           " + word)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func spelled(_ option: OptionSyntax) -> String {
        "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }
}
