/// The file and the folder that the one-call commands work on.
struct StoreArguments: Sendable {
    static let options: [OptionSyntax] = [.store, .home, .durability]

    var file: String
    var home: Home

    init(_ arguments: Arguments) throws(UsageError) {
        file = try arguments.required("store")
        home = Home(path: try arguments.required("home"), durability: try arguments.durability())
    }

    /// Opens the store, works and closes it.
    func run<Result>(_ output: Output, _ body: (Session) async throws -> Result) async throws -> Result {
        let file = try StoreFile(path: file)
        file.tellMistakes(output, inFull: false)
        return try await Session.with(file, home: home, body)
    }
}
