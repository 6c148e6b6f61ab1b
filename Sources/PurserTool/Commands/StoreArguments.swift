#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The arguments of single commands: a file and a folder, or the App Store of a running app.
struct StoreArguments: Sendable {
    static let options: [OptionSyntax] = [.store, .home, .attach, .durability, .diagnostics]
    /// The options of commands that only read, and create no folder.
    static let lookingOptions: [OptionSyntax] = [.store, .presentHome, .attach, .durability, .diagnostics]

    private let place: Place

    private enum Place: Sendable {
        case files(String, Home, reportsDiagnostics: Bool)
        case attached(String)
    }

    init(_ arguments: Arguments) throws(UsageError) {
        if let path = arguments.value("attach") {
            for name in ["store", "home", "durability", "diagnostics"] where arguments.has(name) {
                throw UsageError("--\(name) and --attach exclude each other: a running app has its own")
            }
            place = .attached(path)
        } else {
            place = .files(
                try arguments.required("store"),
                Home(path: try arguments.required("home"), durability: try arguments.durability()),
                reportsDiagnostics: arguments.has("diagnostics"))
        }
    }

    /// Performs actions at the App Store of a running app; otherwise opens the store, works and closes it.
    ///
    /// - Parameters:
    ///   - makesHome: whether a missing home is created; a command that only reads creates none.
    ///   - wishes: the actions at a running app.
    ///   - body: the work on files; it returns the exit status.
    func run(
        _ output: Output, makesHome: Bool = true, attached wishes: [ShopWish],
        _ body: (Session, StoreFile) async throws -> Int32
    ) async throws -> Int32 {
        switch place {
        case .attached(let path):
            let shop = AttachedShop(store: try await AttachedStore(path), output: output)
            for wish in wishes { try await shop.serve(wish) }
            return ExitStatus.success
        case .files(let path, let home, let reportsDiagnostics):
            if !makesHome, !FileManager.default.fileExists(atPath: home.path) {
                throw ToolError("there is no folder \(home.path); purser buy and purser shop create one")
            }
            let file = try StoreFile(path: path)
            file.showMistakes(output, inFull: false)
            return try await Session.with(file, home: home, diagnostics: reportsDiagnostics ? output : nil) {
                try await body($0, file)
            }
        }
    }
}
