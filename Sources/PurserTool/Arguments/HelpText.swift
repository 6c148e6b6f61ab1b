/// The help texts, made from the commands' syntax.
enum HelpText {
    static let subject =
        "sells from a .storekit file by an App Store inside the program: no network, no account, no money"
    static let status = "0 done, 1 not done (standard error says why), 64 not understood."

    /// The text of `purser --help`.
    static func overview(_ rows: [([String], String)], width: Int) -> String {
        let rows = rows.map { ["  " + $0.0.joined(separator: ", "), $0.1] }
        return """
            \(Paragraphs.wrapped("purser \(subject).", width: width))

            Usage: purser COMMAND [OPTIONS]

            \(Paragraphs.columns(rows, width: width))

            \(Paragraphs.wrapped("purser help COMMAND explains a command, purser --version prints the version.", width: width))
            \(Paragraphs.wrapped("Status: \(status)", width: width))
            """
    }

    static func text(for command: Command, width: Int = Terminal.usualWidth) -> String {
        let rows = command.allOptions.map { ["  " + spelled($0), summary($0)] }
        let actions = Paragraphs.columns(command.actions.map { ["  " + $0.form, $0.summary] }, width: width)
        let details = [actions, Paragraphs.wrapped(command.details, width: width)].filter { !$0.isEmpty }
            .map { "\n\($0)\n" }.joined()
        return """
            \(Paragraphs.wrapped(command.summary + ".", width: width))

            \(usage(command, width))
            \(details)
            Options:
            \(Paragraphs.columns(rows, width: width))
            """
    }

    private static func usage(_ command: Command, _ width: Int) -> String {
        let options = command.options.map { $0.isRequired ? spelled($0) : "[\(spelled($0))]" }
        let words = ["Usage:", "purser", command.name, command.usage].filter { !$0.isEmpty } + options
        return Paragraphs.lines(words, width, indent: "           ").joined(separator: "\n")
    }

    static func summary(_ option: OptionSyntax) -> String {
        option.summary + (option.isRepeatable ? " (may be repeated)" : "")
    }

    static func spelled(_ option: OptionSyntax) -> String {
        "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }
}
