/// One word that the tool understands.
protocol Command: Sendable, SendableMetatype {
    /// How it is written.
    static var syntax: CommandSyntax { get }

    /// Reads what was written.
    ///
    /// - Throws: ``UsageError``.
    init(_ arguments: Arguments) throws

    /// Does it, and returns the exit status.
    ///
    /// - Throws: anything; it becomes one line on standard error and status 1.
    func run(_ output: Output) async throws -> Int32
}
