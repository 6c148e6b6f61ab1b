/// The manual page, made from the text of the help.
enum ManualPage {
    static func text(_ rows: [([String], String)], _ commands: [CommandSyntax], version: String) -> String {
        var lines = [
            ".TH PURSER 1 \"\" \"purser \(version)\" \"User Commands\"", ".SH NAME",
            escaped("purser - \(HelpText.subject)"), ".SH SYNOPSIS", ".B purser", escaped("COMMAND [OPTIONS]"),
            ".SH DESCRIPTION",
        ]
        for (names, summary) in rows {
            lines += [".TP", escaped(names.joined(separator: ", ")), escaped(summary + ".")]
        }
        lines.append(".SH COMMANDS")
        for syntax in commands { lines += section(syntax) }
        lines += [".SH EXIT STATUS", escaped(HelpText.status)]
        return lines.joined(separator: "\n")
    }

    private static func section(_ syntax: CommandSyntax) -> [String] {
        let name = ["purser", syntax.name, syntax.usage].filter { !$0.isEmpty }.joined(separator: " ")
        var lines = [".SS " + escaped(name), escaped(syntax.summary + ".")]
        for paragraph in syntax.details.split(separator: "\n\n") {
            let isTable = paragraph.contains("  ")
            lines.append(".PP")
            if isTable { lines.append(".nf") }
            lines += paragraph.split(separator: "\n").map { escaped(String($0)) }
            if isTable { lines.append(".fi") }
        }
        for action in syntax.actions { lines += [".TP", escaped(action.form), escaped(action.summary)] }
        for option in syntax.options {
            lines += [".TP", escaped(HelpText.spelled(option)), escaped(HelpText.summary(option))]
        }
        return lines
    }

    /// One line of text, escaped so that no character is a command.
    private static func escaped(_ text: String) -> String {
        let text = text.unicodeScalars.map(escaped).joined()
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    /// A character, escaped so that every `man` reads it in any encoding.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\e"
        case "-": "\\-"
        case _ where scalar.isASCII: String(scalar)
        default: "\\[u\(hexadecimal(scalar.value))]"
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
