import Purser

#if Verification
    import PurserServerAPI
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `purser server call|history|notifications|test …`.
struct ServerCommand: Command {
    static let syntax = CommandSyntax(
        name: "server", summary: "Call Apple's App Store Server API, or its double",
        operands: "call|history|notifications|test …", operandCount: 1...6,
        options: [
            OptionSyntax(name: "bundle", value: "ID", summary: "The app; com.example.app by default with --double"),
            OptionSyntax(name: "key", value: "FILE", summary: "The .p8 file of the key from App Store Connect"),
            OptionSyntax(
                name: "environment", value: "NAME",
                summary: "production, sandbox, or both: the sandbox for identifiers that production does not have"),
            OptionSyntax(
                name: "double", value: "FILE",
                summary: "Call the double; its customer has bought each product of this .storekit file once"),
            OptionSyntax(name: "since", value: "DATE", summary: "notifications: the first day, such as 2026-11-01"),
            OptionSyntax(name: "failures", summary: "notifications: only those without a successful answer"),
            OptionSyntax(
                name: "revision", value: "TEXT", summary: "history: continue from the revision of an earlier run"),
            OptionSyntax(
                name: "query", value: "k=v", summary: "call: a value of the query", isRepeatable: true),
            OptionSyntax(name: "body", value: "FILE", summary: "call: the JSON object to send"),
            .json,
        ],
        details: """
            call NAME VALUE… makes one of Apple's 30 calls by its name, such as getTransactionInfo, and prints the
            answer. history ID prints all transactions of a customer; ID is any of them. notifications prints the
            notifications that Apple has sent. test requests a test notification from Apple, and prints its result.

            The key's file is --key or PURSER_KEY_FILE, or the key itself is in PURSER_KEY; its identifier is in
            PURSER_KEY_ID and its issuer in PURSER_ISSUER_ID. No argument contains a secret. With --double no key is
            needed, and ID may be a product. The command needs the trait Verification.
            """)

    let wish: ServerWish
    let target: ServerTarget

    init(_ arguments: Arguments) throws {
        wish = try ServerWish(arguments)
        target = try ServerTarget(arguments)
    }

    func run(_ output: Output) async throws -> Int32 {
        #if Verification
            let session = try await ServerSession(target)
            defer { session.client.close() }
            return try await session.carryOut(wish, output)
        #else
            output.complain(
                "purser server: this purser was built without the trait Verification (swift run --traits Verification purser …)"
            )
            return ExitStatus.failure
        #endif
    }
}

/// The action of the command.
enum ServerWish: Sendable, Hashable {
    case call(name: String, values: [String], query: [String], bodyPath: String?)
    case history(id: String, revision: String?)
    case notifications(since: Date?, onlyFailures: Bool)
    case test

    init(_ arguments: Arguments) throws(UsageError) {
        let words = arguments.operands
        switch words[0] {
        case "call":
            guard words.count > 1 else { throw UsageError("call needs a name, such as getTransactionInfo") }
            for text in arguments.all("query") where !text.contains("=") {
                throw UsageError("--query needs key=value, not “\(text)”")
            }
            self = .call(
                name: words[1], values: Array(words.dropFirst(2)), query: arguments.all("query"),
                bodyPath: arguments.value("body"))
        case "history":
            guard words.count == 2 else { throw UsageError("history needs one identifier of a transaction") }
            self = .history(id: words[1], revision: arguments.value("revision"))
        case "notifications":
            guard words.count == 1 else { throw UsageError("“\(words[1])” is one word too many") }
            self = .notifications(
                since: try Self.date(arguments.value("since")), onlyFailures: arguments.has("failures"))
        case "test":
            guard words.count == 1 else { throw UsageError("“\(words[1])” is one word too many") }
            self = .test
        default: throw UsageError("call, history, notifications or test is needed, not “\(words[0])”")
        }
    }

    private static func date(_ text: String?) throws(UsageError) -> Date? {
        guard let text else { return nil }
        let day = Date.ISO8601FormatStyle().year().month().day()
        guard let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day)) else {
            throw UsageError("--since needs a day such as 2026-11-01, or a moment such as 2026-11-01T12:00:00Z")
        }
        return date
    }
}

/// The called server, and the app.
struct ServerTarget: Sendable, Hashable {
    /// The environment.
    enum Environment: String, Sendable {
        case production, sandbox, both
    }

    let bundleID: String
    let environment: Environment
    let keyPath: String?
    /// The `.storekit` file of the double's customer; `nil` for Apple's server.
    let doublePath: String?

    init(_ arguments: Arguments) throws(UsageError) {
        doublePath = arguments.value("double")
        keyPath = arguments.value("key")
        guard let bundleID = arguments.value("bundle") ?? doublePath.map({ _ in "com.example.app" }) else {
            throw UsageError("--bundle ID is missing")
        }
        self.bundleID = bundleID
        // The double's customer made the purchases in the sandbox.
        let name = arguments.value("environment") ?? (doublePath == nil ? "both" : "sandbox")
        guard let environment = Environment(rawValue: name) else {
            throw UsageError("--environment needs production, sandbox or both, not “\(name)”")
        }
        self.environment = environment
        if doublePath != nil, keyPath != nil { throw UsageError("--double needs no --key") }
    }
}
