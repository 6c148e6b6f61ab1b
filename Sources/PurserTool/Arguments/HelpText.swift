/// The help texts, made of the commands' syntax.
enum HelpText {
    /// What the tool does.
    static let subject =
        "sells from a .storekit file by an App Store inside the program: no network, no account, no money"
    private static let closing =
        "purser COMMAND --help explains a command, purser --version prints the version."
    /// What its status means.
    static let status = "0 done, 1 not done (one line on standard error says why), 64 not understood."

    /// What `purser --help` prints.
    static func overview(_ commands: [CommandSyntax], width: Int = Terminal.usualWidth) -> String {
        let rows = commands.map { ["  \($0.name)\($0.operands.isEmpty ? "" : " \($0.operands)")", $0.summary] }
        return """
            \(Paragraphs.wrapped("purser \(subject).", width: width))

            Usage: purser COMMAND [OPTIONS]

            Commands:
            \(Paragraphs.columns(rows, width: width))

            \(Paragraphs.wrapped(closing, width: width))
            \(Paragraphs.wrapped("Status: \(status)", width: width))
            """
    }

    /// What `purser COMMAND --help` prints.
    static func text(for syntax: CommandSyntax, width: Int = Terminal.usualWidth) -> String {
        let options = syntax.options.filter { !$0.isHidden } + [.help]
        let rows = options.map { option in
            ["  " + spelled(option), summary(option)]
        }
        let details = syntax.details.isEmpty ? "" : "\n\(Paragraphs.wrapped(syntax.details, width: width))\n"
        return """
            \(Paragraphs.wrapped(syntax.summary + ".", width: width))

            \(usage(syntax, width))
            \(details)
            Options:
            \(Paragraphs.columns(rows, width: width))
            """
    }

    private static func usage(_ syntax: CommandSyntax, _ width: Int) -> String {
        let options = syntax.options.filter { !$0.isHidden }.map { $0.isRequired ? spelled($0) : "[\(spelled($0))]" }
        let words = ["purser", syntax.name, syntax.operands].filter { !$0.isEmpty } + options
        var lines = ["Usage:"]
        for word in words {
            if let line = lines.last, line.count + word.count < width {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append("           " + word)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// An option's summary, with what holds for it.
    static func summary(_ option: OptionSyntax) -> String {
        option.summary + (option.isRepeatable ? " (may be repeated)" : "")
    }

    /// An option as it is typed.
    static func spelled(_ option: OptionSyntax) -> String {
        "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }
}
