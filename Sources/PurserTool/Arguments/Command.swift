/// What a command does after its arguments were read.
///
/// It throws ``Unsuccessful`` if it has written why it failed; any other error is printed as one line to standard error.
typealias Work = @Sendable (Output) async throws -> Void

struct Command: Sendable {
    let syntax: CommandSyntax
    /// Reads the arguments; throws ``UsageError``.
    let read: @Sendable (Arguments) throws -> Work

    /// Makes a command; without `read` it does one of its actions.
    init(
        _ name: String, _ summary: String, brief: String = "", operands: String = "", actions: [Action] = [],
        options: [OptionSyntax] = [], details: String = "", _ read: (@Sendable (Arguments) throws -> Work)? = nil
    ) {
        syntax = CommandSyntax(
            name: name, brief: brief, summary: summary, operands: operands, actions: actions, options: options,
            details: details)
        self.read =
            read ?? { arguments in
                guard let action = actions.first(where: { $0.name == arguments.action }) else { return { _ in } }
                return try action.read(arguments)
            }
    }

    /// A command that needs a trait which this tool is built without.
    static func missing(_ name: String, trait: String) -> Work {
        { _ in
            throw ToolError(
                "this purser was built without the trait \(trait) (swift run --traits \(trait) purser \(name) …)")
        }
    }
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
