import Purser

#if Server
    import PurserServer
    import PurserVerification
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `purser book ACTION [NAME|ID]`.
struct BookCommand: Command {
    static let syntax = CommandSyntax(
        name: "book", summary: "Look after the purchase book that server processes share",
        operands: "ACTION [NAME|ID]", operandCount: 1...3,
        options: [
            OptionSyntax(name: "bundle", value: "ID", summary: "The app"),
            OptionSyntax(name: "environment", value: "NAME", summary: "Production (the default) or Sandbox"),
            OptionSyntax(name: "role", value: "NAME", summary: "migrate: the role that may run the book then"),
            .json,
        ],
        details: """
            migrate makes or updates the tables; with --role it lets a role without rights to alter them run the book. steps
            lists what migrate would do, and changes nothing.
            status and due list each consumer's state. user ID prints a user's updates and what is owned.
            dead-letters NAME lists the users that a consumer could not deal with; release NAME [ID] puts them back.
            replay NAME lets a consumer begin again with each user's first update. remove NAME removes a consumer that nobody
            follows any more. erase ID removes a user. begin-epoch is for a database that has lost updates: every consumer
            begins again.

            The database's address is in PURSER_DATABASE, such as postgresql://book@db.example.com/shop. The command needs the
            trait Server.
            """)

    private let wish: BookWish
    private let target: BookTarget
    private let role: String?

    init(_ arguments: Arguments) throws {
        wish = try BookWish(arguments.operands)
        target = try BookTarget(arguments, needsBundle: !wish.isAboutSchema)
        role = arguments.value("role")
    }

    func run(_ output: Output) async throws -> Int32 {
        #if Server
            guard let text = ProcessInfo.processInfo.environment["PURSER_DATABASE"], !text.isEmpty else {
                throw ToolError("PURSER_DATABASE is not set: put the database's address there")
            }
            let database = try DatabaseAddress(text)
            if wish.isAboutSchema { return try await SchemaSession(database: database).carryOut(wish, role, output) }
            var verifying = SignedDataVerifier.Configuration(bundleID: target.bundleID)
            // The tool reports nothing, so that nothing is verified.
            (verifying.checksApp, verifying.checksEnvironment) = (false, false)
            var configuration = PurchaseBook.Configuration(
                database: database, bundleID: target.bundleID, environment: target.environment,
                verifier: try SignedDataVerifier(verifying))
            (configuration.connections, configuration.allowsTestEnvironments) = (1, true)
            let book = try await PurchaseBook.open(configuration)
            defer { book.close() }
            return try await BookSession(book: book).carryOut(wish, output)
        #else
            output.complain(
                "purser book: this purser was built without the trait Server (swift run --traits Server purser …)")
            return ExitStatus.failure
        #endif
    }
}

/// Which book is meant.
struct BookTarget: Sendable {
    let bundleID: String
    let environment: StoreEnvironment

    init(_ arguments: Arguments, needsBundle: Bool) throws(UsageError) {
        guard let bundle = arguments.value("bundle") ?? (needsBundle ? nil : "") else {
            throw UsageError("--bundle is missing: the app whose book it is")
        }
        bundleID = bundle
        environment = arguments.value("environment").map { StoreEnvironment(rawValue: $0) } ?? .production
    }
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
    case beginEpoch

    init(_ words: [String]) throws(UsageError) {
        func word(_ what: String) throws(UsageError) -> String {
            guard words.count > 1 else { throw UsageError("\(words[0]) wants \(what)") }
            return words[1]
        }
        func user(_ word: String) throws(UsageError) -> UUID {
            guard let id = UUID(uuidString: word) else { throw UsageError("a user is a UUID, not “\(word)”") }
            return id
        }
        switch words[0] {
        case "migrate": self = .migrate
        case "steps": self = .steps
        case "status", "due": self = .status
        case "user": self = .user(try user(try word("a user")))
        case "dead-letters": self = .deadLetters(consumer: try word("a consumer"))
        case "release":
            self = .release(consumer: try word("a consumer"), words.count > 2 ? try user(words[2]) : nil)
        case "replay": self = .replay(consumer: try word("a consumer"))
        case "remove": self = .remove(consumer: try word("a consumer"))
        case "begin-epoch": self = .beginEpoch
        case "erase": self = .erase(try user(try word("a user")))
        default: throw UsageError("there is no “\(words[0])” of a book")
        }
        guard words.count <= mostWords else { throw UsageError("“\(words[mostWords])” is one word too many") }
    }

    /// Whether it is about the tables, not about the book of an app.
    var isAboutSchema: Bool { self == .migrate || self == .steps }

    private var mostWords: Int {
        switch self {
        case .migrate, .steps, .status, .beginEpoch: 1
        case .user, .deadLetters, .replay, .remove, .erase: 2
        case .release: 3
        }
    }
}
