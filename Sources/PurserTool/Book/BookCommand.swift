import Foundation
import Purser

#if Server
    import PurserServer
    import PurserVerification
#endif

/// `purser book ACTION …`.
enum BookCommand {
    private static let syntax = CommandSyntax(
        name: "book", brief: "look after the purchase book",
        summary: "Look after the purchase book that server processes share",
        actions: [
            Action("migrate", "makes or updates the tables; with --role a role without rights to alter them may run it")
            {
                try work($0, .migrate)
            },
            Action("steps", "lists what migrate would do, and changes nothing") { try work($0, .steps) },
            Action("status", "lists each consumer's state") { try work($0, .status) },
            Action("due", "the same") { try work($0, .status) },
            Action("user ID", "prints a user's updates and what is owned") {
                try work($0, .user(user($0.operands[0])))
            },
            Action("dead-letters NAME", "lists the users that a consumer could not deal with") {
                try work($0, .deadLetters(consumer: $0.operands[0]))
            },
            Action("release NAME [ID]", "puts them back, or one of them") {
                try work($0, .release(consumer: $0.operands[0], $0.operands.dropFirst().first.map(user)))
            },
            Action("replay NAME", "lets a consumer begin again with each user's first update") {
                try work($0, .replay(consumer: $0.operands[0]))
            },
            Action("remove NAME", "removes a consumer that nobody follows any more") {
                try work($0, .remove(consumer: $0.operands[0]))
            },
            Action(
                "restored",
                "after a restore, or where a copy has taken over: every consumer begins again; unless --nothing-lost"
            ) { try work($0, .restored(isWhole: $0.has("nothing-lost"))) },
            Action("remove-updates DAYS", "removes updates that are older and that every consumer has dealt with") {
                try work($0, .removeUpdates(days: days($0.operands[0])))
            },
            Action("export ID", "prints everything that is stored of a user, as JSON") {
                try work($0, .export(user($0.operands[0])))
            },
            Action("erase ID", "removes a user") { try work($0, .erase(user($0.operands[0]))) },
        ],
        options: [
            OptionSyntax("--bundle ID", "The app"),
            OptionSyntax("--environment NAME", "Production (the default) or Sandbox"),
            OptionSyntax("--role NAME", "migrate: the role that may run the book then"),
            OptionSyntax("--nothing-lost", "restored: the database has everything"), .json,
        ],
        details: """
            The database's address is in PURSER_DATABASE, such as postgresql://book@db.example.com/shop. The command
            needs the trait Server.
            """)

    static let command = Command(syntax)

    private static func user(_ word: String) throws(UsageError) -> UUID {
        guard let id = UUID(uuidString: word) else { throw UsageError("a user is a UUID, not “\(word)”") }
        return id
    }

    private static func days(_ word: String) throws(UsageError) -> Int {
        guard let days = Int(word), days >= 0 else { throw UsageError("a number of days, not “\(word)”") }
        return days
    }

    private static func work(_ arguments: Arguments, _ wish: BookWish) throws -> Work {
        guard let bundleID = arguments.value("bundle") ?? (wish == .migrate || wish == .steps ? "" : nil) else {
            throw UsageError("--bundle is missing: the app whose book it is")
        }
        let environment = arguments.value("environment").map { StoreEnvironment(rawValue: $0) } ?? .production
        #if Server
            return { output in
                guard let text = ProcessInfo.processInfo.environment["PURSER_DATABASE"], !text.isEmpty else {
                    throw ToolError("PURSER_DATABASE is not set: put the database's address there")
                }
                let database = try DatabaseAddress(text)
                if wish == .migrate { return try await migrate(database, arguments.value("role"), output) }
                if wish == .steps { return try await listSteps(database, output) }
                var verifying = SignedDataVerifier.Configuration(bundleID: bundleID)
                // The tool reports nothing, so that nothing is verified.
                (verifying.checksApp, verifying.checksEnvironment) = (false, false)
                var configuration = PurchaseBook.Configuration(
                    database: database, bundleID: bundleID, environment: environment,
                    verifier: try SignedDataVerifier(verifying))
                (configuration.connections, configuration.allowsTestEnvironments) = (1, true)
                let book = try await PurchaseBook.open(configuration)
                defer { book.close() }
                try await BookSession(book: book).carryOut(wish, output)
            }
        #else
            return Command.missing(syntax, trait: "Server")
        #endif
    }

    #if Server
        private static func listSteps(_ database: DatabaseAddress, _ output: Output) async throws {
            let rows = try await BookMigration.dueSteps(in: database).map { step in
                Row(
                    ["Step \(step.number) is due: \(step.summary)"], "step",
                    ["step": step.number, "summary": step.summary])
            }
            output.write(rows, ifNone: "The schema is up to date.")
        }

        private static func migrate(_ database: DatabaseAddress, _ role: String?, _ output: Output) async throws {
            let made = try await BookMigration.migrate(database, role: role)
            output.write(
                made.isEmpty ? "The schema is up to date." : "Made \(Words.count(made.count, "step")) of the schema.",
                .line("migrated", ["steps": made]))
        }
    #endif
}

/// What is asked of the book.
enum BookWish: Sendable, Hashable {
    case migrate
    case steps
    case status
    case user(UUID)
    case deadLetters(consumer: String)
    case release(consumer: String, UUID?)
    case replay(consumer: String)
    case remove(consumer: String)
    case erase(UUID)
    case export(UUID)
    case removeUpdates(days: Int)
    case restored(isWhole: Bool)
}
