/// What a command does after its arguments were read.
///
/// It throws ``Unsuccessful`` if it has written why it failed; any other error is printed as one line to standard error.
typealias Work = @Sendable (Output) async throws -> Void

/// A command of the tool.
struct Command: Sendable {
    let syntax: CommandSyntax
    /// Reads the arguments; throws ``UsageError``.
    let read: @Sendable (Arguments) throws -> Work

    init(_ syntax: CommandSyntax, _ read: @escaping @Sendable (Arguments) throws -> Work) {
        (self.syntax, self.read) = (syntax, read)
    }

    /// A command that does one of its actions.
    init(_ syntax: CommandSyntax) {
        self.init(syntax) { arguments in
            guard let action = syntax.actions.first(where: { $0.name == arguments.action }) else { return { _ in } }
            return try action.read(arguments)
        }
    }

    /// A command that needs a trait which this tool is built without.
    static func missing(_ syntax: CommandSyntax, trait: String) -> Work {
        { _ in
            throw ToolError(
                "this purser was built without the trait \(trait) (swift run --traits \(trait) purser \(syntax.name) …)"
            )
        }
    }
}

/// Something that a command can do, such as `repair DIR INTO` of `purser ledger`.
struct Action: Sendable {
    /// Its name and its operands.
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
