import Foundation
import Purser
import PurserSimulator

/// Where a command is performed: at an App Store in this program, or at that of a running app.
struct Place: Sendable {
    enum Source: Sendable {
        /// The `.storekit` file from which this program sells.
        case file(String)
        /// The socket of a running app.
        case attached(String)
    }

    let source: Source
    /// The folder of account and ledger; `nil` for both in memory.
    let home: Home?
    private let manual: Set<String>
    private let reportsDiagnostics: Bool

    static let options: [OptionSyntax] = [.store, .home, .attach, .durability, .diagnostics]
    /// The options of commands that create no folder.
    static let lookingOptions: [OptionSyntax] = [.store, .presentHome, .attach, .durability, .diagnostics]

    /// The place of a command whose file is an operand.
    init(_ arguments: Arguments) throws(UsageError) {
        switch (arguments.operands.first, arguments.value("attach")) {
        case (let file?, nil): try self.init(arguments, .file(file))
        case (nil, let path?): try self.init(arguments, .attached(path))
        default: throw UsageError("name a FILE, or --attach PATH without one")
        }
    }

    /// The place of a command whose file is an option, which its syntax requires.
    init(options arguments: Arguments) throws(UsageError) {
        guard let path = arguments.value("attach") else {
            try self.init(arguments, .file(arguments.value("store") ?? ""))
            return
        }
        for name in ["store", "home", "durability", "diagnostics"] where arguments.has(name) {
            throw UsageError("--\(name) and --attach exclude each other: a running app has its own")
        }
        try self.init(arguments, .attached(path))
    }

    private init(_ arguments: Arguments, _ source: Source) throws(UsageError) {
        self.source = source
        let durability = try arguments.durability()
        home = arguments.value("home").map { Home(path: $0, durability: durability) }
        manual = Set(arguments.all("manual"))
        reportsDiagnostics = arguments.has("diagnostics")
    }

    /// Opens an App Store that sells from a file, with a store on it, and works.
    ///
    /// - Parameters:
    ///   - revoke: what the store's app does when a purchase is revoked; `nil` for nothing.
    ///   - grant: what it does when one is granted.
    func open(
        _ path: String, _ output: Output, inFull: Bool = false, revoke: (@Sendable (StoreUpdate) -> Void)? = nil,
        grant: (@Sendable (StoreUpdate) -> Void)? = nil, _ work: (Session, StoreFile) async throws -> Void
    ) async throws {
        let file = try StoreFile(path: path, showing: output, inFull: inFull)
        let names = file.productNames
        let manual = Set(self.manual.map { names.meant($0) ?? $0 })
        try await Session.with(file, home: home, diagnostics: reportsDiagnostics ? output : nil) { configuration in
            configuration.finishing = { manual.contains($0) ? .manual : .atomic }
            if let grant { configuration.grant = { grant($0) } }
            if let revoke { configuration.revoke = { revoke($0) } }
        } _: { session in
            try await work(session, file)
        }
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
        switch source {
        case .attached(let path):
            let shop = try await AttachedShop(path, output)
            for wish in wishes { try await shop.perform(wish) }
        case .file(let path):
            if !makesHome, let home, !FileManager.default.fileExists(atPath: home.path) {
                throw ToolError("there is no folder \(home.path); purser buy and purser shop create one")
            }
            try await open(path, output) { session, file in
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
            let (place, wishes) = (try Place(options: arguments), try wishes(arguments))
            return { try await place.perform(wishes, as: name, makesHome: makesHome, $0) }
        }
    }
}
