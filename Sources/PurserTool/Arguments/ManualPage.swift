import Foundation

/// The manual page, made from the text of the help.
enum ManualPage {
    static func text(_ rows: [([String], String)], _ commands: [Command], version: String) -> String {
        var lines = [
            ".TH PURSER 1 \"\" \"purser \(version)\" \"User Commands\"", ".SH NAME",
            escaped("purser - \(HelpText.subject)"), ".SH SYNOPSIS", ".B purser", escaped("COMMAND [OPTIONS]"),
            ".SH DESCRIPTION",
        ]
        for (names, summary) in rows {
            lines += [".TP", escaped(names.joined(separator: ", ")), escaped(summary + ".")]
        }
        lines.append(".SH COMMANDS")
        for command in commands { lines += section(command) }
        lines += [".SH EXIT STATUS", escaped(HelpText.status)]
        return lines.joined(separator: "\n")
    }

    private static func section(_ command: Command) -> [String] {
        let name = ["purser", command.name, command.usage].filter { !$0.isEmpty }.joined(separator: " ")
        var lines = [".SS " + escaped(name), escaped(command.summary + ".")]
        for paragraph in command.details.split(separator: "\n\n") {
            let isTable = paragraph.contains("  ")
            lines.append(".PP")
            if isTable { lines.append(".nf") }
            lines += paragraph.split(separator: "\n").map { escaped(String($0)) }
            if isTable { lines.append(".fi") }
        }
        for action in command.actions { lines += [".TP", escaped(action.form), escaped(action.summary)] }
        for option in command.options {
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
        default: String(format: "\\[u%04X]", scalar.value)
        }
    }
}
