/// What a command does after its arguments were read.
///
/// It throws ``Unsuccessful`` if it has written why it failed; any other error is printed as one line to standard error.
typealias Work = @Sendable (Output) async throws -> Void

/// A command, with its syntax for the reader of arguments, the help texts, the completions and the manual page.
struct Command: Sendable {
    let name: String
    let summary: String
    /// The purpose in the overview, in a few words; empty if that of the command before it covers both.
    let brief: String
    /// The operands: `ID…` for one or more, `[FILE]` for one or none.
    let operands: String
    /// What the command can do, chosen by its first operand.
    let actions: [Action]
    let options: [OptionSyntax]
    let details: String
    /// Reads the arguments; throws ``UsageError``.
    let read: @Sendable (Arguments) throws -> Work

    /// Makes a command; without `read` it does one of its actions.
    init(
        _ name: String, _ summary: String, brief: String = "", operands: String = "", actions: [Action] = [],
        options: [OptionSyntax] = [], details: String = "", _ read: (@Sendable (Arguments) throws -> Work)? = nil
    ) {
        (self.name, self.summary, self.brief, self.operands) = (name, summary, brief, operands)
        (self.actions, self.options, self.details) = (actions, options, details)
        self.read = read ?? { try $0.action?.read($0) ?? { _ in } }
    }

    /// A command that needs a trait which this tool is built without.
    static func missing(_ name: String, trait: String) -> Work {
        { _ in
            throw ToolError(
                "this purser was built without the trait \(trait) (swift run --traits \(trait) purser \(name) …)")
        }
    }

    var allOptions: [OptionSyntax] { options + [.help] }

    /// What is typed after the name, except for the options.
    var usage: String {
        if actions.isEmpty { return operands }
        let words = actions.count > 6 ? "ACTION" : words.joined(separator: "|")
        return words + (actions.contains { !$0.operands.isEmpty } ? " …" : "")
    }

    /// The words from which the first operand is chosen.
    var words: [String] { actions.map(\.name) }
}

/// Something that a command can do, such as `repair DIR INTO` of `purser ledger`.
struct Action: Sendable {
    let form: String
    let summary: String
    /// Reads the operands and options; throws ``UsageError``.
    let read: @Sendable (Arguments) throws -> Work

    init(_ form: String, _ summary: String, _ read: @escaping @Sendable (Arguments) throws -> Work) {
        (self.form, self.summary, self.read) = (form, summary, read)
    }

    var name: String { String(form.prefix { $0 != " " }) }
    var operands: String { String(form.dropFirst(name.count + 1)) }
}
