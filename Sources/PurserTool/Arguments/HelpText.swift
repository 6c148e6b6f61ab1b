/// The help texts, made from the commands' syntax.
enum HelpText {
    /// The purpose of the tool.
    static let subject =
        "sells from a .storekit file by an App Store inside the program: no network, no account, no money"
    /// The meaning of the exit status.
    static let status = "0 done, 1 not done (standard error says why), 64 not understood."

    /// The commands with their purposes, short enough for one screen.
    static let rows = [
        (["demo"], "sell from a file, and check the accounts"),
        (["sample"], "write a first .storekit file"),
        (["products"], "list what a file sells, with prices and offers"),
        (["shop", "studio"], "buy by hand: line by line; on a page in the browser"),
        (["timeline"], "draw the life of a subscription"),
        (["buy", "seats"], "buy; change the seats of a subscription"),
        (["restore", "finish"], "restore purchases; finish transactions"),
        (["owned", "updates"], "list what is owned; list updates"),
        (["unfinished", "rejected"], "list unfinished transactions; rejected reports"),
        (["failed", "release"], "list failed updates; release them to their consumer"),
        (["ledger"], "check, print or repair a ledger"),
        (["jws", "receipt"], "show signed data, and whether it is valid"),
        (["server", "book"], "call Apple's server; look after the purchase book"),
        (["content"], "download contents; list, verify or delete them"),
        (["completions", "manual"], "completions for your shell; the manual page"),
    ]

    /// The text of `purser --help`.
    static func overview(width: Int = Terminal.usualWidth) -> String {
        let rows = rows.map { ["  " + $0.0.joined(separator: ", "), $0.1] }
        return """
            \(Paragraphs.wrapped("purser \(subject).", width: width))

            Usage: purser COMMAND [OPTIONS]

            \(Paragraphs.columns(rows, width: width))

            \(Paragraphs.wrapped("purser help COMMAND explains a command, purser --version prints the version.", width: width))
            \(Paragraphs.wrapped("Status: \(status)", width: width))
            """
    }

    /// The text of `purser COMMAND --help`.
    static func text(for syntax: CommandSyntax, width: Int = Terminal.usualWidth) -> String {
        let options = syntax.options + [.help]
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
        let options = syntax.options.map { $0.isRequired ? spelled($0) : "[\(spelled($0))]" }
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

    /// The summary of an option, with its conditions.
    static func summary(_ option: OptionSyntax) -> String {
        option.summary + (option.isRepeatable ? " (may be repeated)" : "")
    }

    /// An option, as it is typed.
    static func spelled(_ option: OptionSyntax) -> String {
        "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }
}
