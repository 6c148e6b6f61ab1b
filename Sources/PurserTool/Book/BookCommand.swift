import Foundation
import Purser

#if Server
    import PurserBookServer
    import PurserServer
    import PurserVerification
#endif

enum BookCommand {
    static let command = Command(
        "book", "Look after the purchase book that server processes share", brief: "look after the purchase book",
        actions: [
            Action("serve", "serves the book over HTTP: both routes, what users own, metrics, webhooks", work),
            Action(
                "migrate", "makes or updates the tables; with --role a role without rights to alter them may run it",
                work),
            Action("steps", "lists what migrate would do, and changes nothing", work),
            Action("status", "lists each consumer's state", work), Action("due", "the same", work),
            Action("user ID", "prints a user's updates and what is owned", work),
            Action("dead-letters NAME", "lists the users that a consumer could not deal with", work),
            Action("release NAME [ID]", "puts them back, or one of them", work),
            Action("pass-over NAME ID", "leaves out the update of one of them that failed", work),
            Action("replay NAME", "lets a consumer begin again with each user's first update", work),
            Action("remove NAME", "removes a consumer that nobody follows any more", work),
            Action(
                "restored",
                "after a restore, or where a copy has taken over: every consumer begins again; unless --nothing-lost",
                work),
            Action(
                "remove-updates DAYS", "removes updates that are older and that every consumer has dealt with", work),
            Action("export ID", "prints everything that is stored of a user, as JSON", work),
            Action("erase ID", "removes a user", work),
        ],
        options: [
            OptionSyntax("--bundle ID", "The app"),
            OptionSyntax("--environment NAME", "Production (the default) or Sandbox"),
            OptionSyntax("--role NAME", "migrate: the role that may run the book then"),
            OptionSyntax("--nothing-lost", "restored: the database has everything"),
            OptionSyntax("--app-id N", "serve: the app's number in the App Store; production needs it"),
            OptionSyntax("--host NAME", "serve: where it listens; 127.0.0.1 by default, 0.0.0.0 for other machines"),
            OptionSyntax("--port N", "serve: its port; 8080 by default"),
            OptionSyntax("--operator-port N", "serve: a port with connections of its own, for the operator"),
            OptionSyntax("--clients N", "serve: how many connections callers may have; 2048 by default"),
            OptionSyntax("--webhook NAME=URL…", "serve: posts each update there, as the consumer of this name"),
            OptionSyntax("--webhook-seconds N", "serve: how long a post may take; 20 by default"),
            OptionSyntax("--attempts N", "serve: after so many failures a user is a dead letter; 100 by default"),
            OptionSyntax("--connections N", "serve: connections to the database; 4 by default"),
            OptionSyntax("--requests N", "serve: requests at a time; 512 by default"),
            OptionSyntax("--request-seconds N", "serve: how long a request may take; 20 by default"),
            OptionSyntax(
                "--revocation-minutes N", "serve: asks whether certificates were revoked, and keeps answers for so long"
            ),
            OptionSyntax(
                "--log-level NAME", "serve: trace, debug, info, notice (the default), warning, error, critical"),
            OptionSyntax("--root FILE…", "serve: root certificates to trust instead of Apple's"),
            OptionSyntax("--trial DIR", "serve: for a first look, with a purchase that this run has signed"), .json,
        ],
        details: """
            The database's address is in PURSER_DATABASE, such as postgresql://book@db.example.com/shop. Each option
            with a value can also be a variable, such as PURSER_BOOK_APP_ID. The operator's token is in
            PURSER_BOOK_TOKEN, the secrets of webhooks are in PURSER_BOOK_WEBHOOK_SECRET, or that with _ and the name
            of one. The command needs the trait Server.
            """)

    /// The environment of the book.
    ///
    /// A name that the App Store does not use would be that of another book, which is empty and records nothing.
    private static func environment(_ arguments: Arguments) throws(UsageError) -> StoreEnvironment {
        guard let word = values("environment", arguments).last else { return .production }
        let known: [StoreEnvironment] = [.production, .sandbox, .xcode, .localTesting]
        guard let found = known.first(where: { $0.rawValue == word }) else {
            throw UsageError("an environment is Production or Sandbox, not “\(word)”")
        }
        return found
    }

    /// The values of an option; without it those of its variable, separated by blanks.
    static func values(_ name: String, _ arguments: Arguments) -> [String] {
        guard !arguments.has(name) else { return arguments.all(name) }
        let text = variable("PURSER_BOOK_" + name.uppercased().replacing("-", with: "_"))
        return text?.split(separator: " ").map(String.init) ?? []
    }

    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    private static func work(_ arguments: Arguments) throws -> Work {
        let action = arguments.action?.name ?? ""
        let isAboutTables = ["migrate", "steps"].contains(action)
        let otherwise = isAboutTables ? "" : !values("trial", arguments).isEmpty ? "com.example.garden" : nil
        guard let bundleID = values("bundle", arguments).last ?? otherwise else {
            throw UsageError("--bundle is missing: the app whose book it is")
        }
        let environment = try environment(arguments)
        let (user, days) = (try arguments.uuid("ID"), try arguments.number("DAYS", in: 0...1_000_000) ?? 0)
        #if Server
            return { output in
                guard let text = variable("PURSER_DATABASE"), !text.isEmpty else {
                    throw ToolError("PURSER_DATABASE is not set: put the database's address there")
                }
                let database = try DatabaseAddress(text)
                if action == "steps" { return try await listSteps(database, output) }
                if action == "serve" {
                    let roots = try values("root", arguments).flatMap { try SignedFile(path: $0).certificates() }
                    let key = variable("PURSER_KEY_ID") == nil ? nil : try ServerSession.key(nil)
                    let settings = BookServerSettings { values($0, arguments) }
                    do {
                        return try await settings.serve(
                            database, bundleID: bundleID, environment: environment, roots: roots, key: key,
                            write: output.text)
                    } catch let mistake as SettingMistake { throw UsageError(mistake.description) }
                }
                if isAboutTables { return try await migrate(database, values("role", arguments).last, output) }
                var verifying = SignedDataVerifier.Configuration(bundleID: bundleID)
                // The tool reports nothing, so that nothing is verified.
                (verifying.checksApp, verifying.checksEnvironment) = (false, false)
                var configuration = PurchaseBook.Configuration(
                    database: database, bundleID: bundleID, environment: environment,
                    verifier: try SignedDataVerifier(verifying))
                (configuration.connections, configuration.allowsTestEnvironments) = (1, true)
                // A mistyped name would make an empty book, of which everything can be said with success.
                guard try await PurchaseBook.isThere(configuration) else {
                    throw ToolError(
                        "this database has no book of “\(Wording.short(bundleID))” in the environment \(environment): check --bundle "
                            + "and --environment, or let a server begin it")
                }
                let book = try await PurchaseBook.open(configuration)
                defer { book.close() }
                let session = BookSession(
                    book: book, output: output, days: days, isWhole: arguments.has("nothing-lost"))
                try await session.perform(action, consumer: arguments.value("NAME") ?? "", user)
            }
        #else
            return Command.missing("book", trait: "Server")
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
