#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file and the folder that the one-call commands work on.
struct StoreArguments: Sendable {
    static let options: [OptionSyntax] = [.store, .home, .durability, .diagnostics]
    /// The same for commands that only look, and make no folder.
    static let lookingOptions: [OptionSyntax] = [.store, .presentHome, .durability, .diagnostics]

    var file: String
    var home: Home
    /// Whether what an operator would want to know is told.
    var tellsDiagnostics: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        tellsDiagnostics = arguments.has("diagnostics")
        file = try arguments.required("store")
        home = Home(path: try arguments.required("home"), durability: try arguments.durability())
    }

    /// Opens the store, works and closes it.
    ///
    /// - Parameter makesHome: whether the home is made if there is none; a command that only looks makes none.
    func run<Result>(
        _ output: Output, makesHome: Bool = true, _ body: (Session) async throws -> Result
    ) async throws -> Result {
        try await run(output, makesHome: makesHome) { session, _ in try await body(session) }
    }

    /// The same, with the names of what the file sells.
    func run<Result>(
        _ output: Output, makesHome: Bool = true, _ body: (Session, ProductNames) async throws -> Result
    ) async throws -> Result {
        if !makesHome, !FileManager.default.fileExists(atPath: home.path) {
            throw ToolError("there is no folder \(home.path); purser buy and purser shop make one")
        }
        let file = try StoreFile(path: file)
        file.tellMistakes(output, inFull: false)
        let names = file.productNames
        return try await Session.with(file, home: home, diagnostics: tellsDiagnostics ? output : nil) {
            try await body($0, names)
        }
    }
}
