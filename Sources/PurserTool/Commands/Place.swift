import Foundation

/// Where a command of a single call is performed: at the account in a folder, or at the App Store of a running app.
enum Place: Sendable {
    case files(String, Home, reportsDiagnostics: Bool)
    case attached(String)

    static let options: [OptionSyntax] = [.store, .home, .attach, .durability, .diagnostics]
    /// The options of commands that create no folder.
    static let lookingOptions: [OptionSyntax] = [.store, .presentHome, .attach, .durability, .diagnostics]

    init(_ arguments: Arguments) throws(UsageError) {
        guard let path = arguments.value("attach") else {
            // The syntax requires both.
            self = .files(
                arguments.value("store") ?? "",
                Home(path: arguments.value("home") ?? "", durability: try arguments.durability()),
                reportsDiagnostics: arguments.has("diagnostics"))
            return
        }
        for name in ["store", "home", "durability", "diagnostics"] where arguments.has(name) {
            throw UsageError("--\(name) and --attach exclude each other: a running app has its own")
        }
        self = .attached(path)
    }

    /// Performs commands of the shop.
    ///
    /// - Parameters:
    ///   - command: the command of the tool.
    ///   - makesHome: whether a missing home is created; a command that only reads creates none.
    ///   - work: performs them on files in another way; `nil` as in the shop.
    func perform(
        _ wishes: [ShopWish], as command: String, makesHome: Bool, _ output: Output,
        on work: ((Shop, StoreFile) async throws -> Void)? = nil
    ) async throws {
        switch self {
        case .attached(let path):
            let shop = AttachedShop(store: try await AttachedStore(path), output: output)
            for wish in wishes { try await shop.perform(wish) }
        case .files(let path, let home, let reportsDiagnostics):
            if !makesHome, !FileManager.default.fileExists(atPath: home.path) {
                throw ToolError("there is no folder \(home.path); purser buy and purser shop create one")
            }
            let file = try StoreFile(path: path, showing: output)
            try await Session.with(file, home: home, diagnostics: reportsDiagnostics ? output : nil) { session in
                let shop = Shop(session, file, output, command: command)
                if let work { return try await work(shop, file) }
                for wish in wishes { try await shop.perform(wish) }
            }
        }
    }
}

extension Command {
    /// A command that performs commands of the shop once.
    init(
        once name: String, _ brief: String, _ summary: String, operands: String = "", options: [OptionSyntax] = [],
        makesHome: Bool = false, details: String = "",
        _ wishes: @escaping @Sendable (Arguments) throws -> [ShopWish]
    ) {
        self.init(
            name, summary, brief: brief, operands: operands,
            options: (makesHome ? Place.options : Place.lookingOptions) + options + [.json], details: details
        ) { arguments in
            let (place, wishes) = (try Place(arguments), try wishes(arguments))
            return { try await place.perform(wishes, as: name, makesHome: makesHome, $0) }
        }
    }
}
