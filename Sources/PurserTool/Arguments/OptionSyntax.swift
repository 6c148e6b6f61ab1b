/// An option: `--name`, or `--name VALUE`.
struct OptionSyntax: Sendable {
    var name: String
    /// The name of its value in the help text; `nil` for a switch.
    var value: String?
    var summary: String
    var isRequired: Bool
    var isRepeatable: Bool

    /// Makes an option as it is typed: `--size N`; with `…` at its end it may be given several times.
    init(_ form: String, _ summary: String, isRequired: Bool = false) {
        isRepeatable = form.hasSuffix("…")
        let words = form.drop { $0 == "-" }.split { $0 == " " || $0 == "…" }.map(String.init)
        (name, value) = (words[0], words.dropFirst().first)
        (self.summary, self.isRequired) = (summary, isRequired)
    }
}

extension OptionSyntax {
    static let help = OptionSyntax("--help", "Explain this command")
    static let json = OptionSyntax("--json", "Write one JSON object per line, for programs")
    static let store = OptionSyntax("--store FILE", "The .storekit file with the products", isRequired: true)
    static let home = OptionSyntax(
        "--home DIR", "The folder of account and ledger; created if missing", isRequired: true)
    static let presentHome = OptionSyntax("--home DIR", "The folder of account and ledger", isRequired: true)
    static let ownHome = OptionSyntax("--home DIR", "Store account and ledger in this folder; in memory by default")
    static let attach = OptionSyntax(
        "--attach PATH", "Use the App Store of a running app, which listens on this socket")
    static let manual = OptionSyntax("--manual ID…", "Finish this product manually, however it was bought")
    static let diagnostics = OptionSyntax(
        "--diagnostics", "Write diagnostics for an operator of the app to standard error")
    static let durability = OptionSyntax("--durability HOW", "synced waits for the disk, buffered for the system only")
}
