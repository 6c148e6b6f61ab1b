/// A command of the tool.
protocol Command: Sendable, SendableMetatype {
    /// Its syntax.
    static var syntax: CommandSyntax { get }

    /// Reads the arguments.
    ///
    /// - Throws: ``UsageError``.
    init(_ arguments: Arguments) throws

    /// Performs the command, and returns the exit status.
    ///
    /// - Throws: any error; it is printed as one line to standard error, with exit status 1.
    func run(_ output: Output) async throws -> Int32
}
