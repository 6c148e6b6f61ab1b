/// The syntax of a command, for the argument reader and the help text.
struct CommandSyntax: Sendable {
    var name: String
    /// One line for the overview.
    var summary: String
    /// The operands in the help text, such as `ID…`.
    var operands = ""
    /// The allowed number of operands.
    var operandCount: ClosedRange<Int> = 0...0
    var options: [OptionSyntax] = []
    /// Further paragraphs of the help text.
    var details = ""
}

/// An option: `--name`, or `--name VALUE`.
struct OptionSyntax: Sendable {
    var name: String
    /// The name of its value in the help text; `nil` for a switch.
    var value: String?
    var summary: String
    /// Whether the command requires it.
    var isRequired = false
    /// Whether it may be given several times.
    var isRepeatable = false
}

extension OptionSyntax {
    static let help = OptionSyntax(name: "help", summary: "Explain this command")
    static let json = OptionSyntax(name: "json", summary: "Write one JSON object per line, for programs")
    static let store = OptionSyntax(
        name: "store", value: "FILE", summary: "The .storekit file with the products", isRequired: true)
    static let home = OptionSyntax(
        name: "home", value: "DIR", summary: "The folder of account and ledger; created if missing",
        isRequired: true)
    static let presentHome = OptionSyntax(
        name: "home", value: "DIR", summary: "The folder of account and ledger", isRequired: true)
    static let attach = OptionSyntax(
        name: "attach", value: "PATH", summary: "Use the App Store of a running app, which listens on this socket")
    static let diagnostics = OptionSyntax(
        name: "diagnostics", summary: "Write diagnostics for an operator of the app to standard error")
    static let durability = OptionSyntax(
        name: "durability", value: "HOW", summary: "synced waits for the disk, buffered for the system only")
}
