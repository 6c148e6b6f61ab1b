import Foundation
import Purser

#if Verification
    import PurserServerAPI
#endif

enum ServerCommand {
    static let command = Command(
        "server", "Call Apple's App Store Server API, or its double", brief: "call Apple's server",
        actions: [
            Action(
                "call NAME [VALUE…]",
                "makes one of Apple's 30 calls by its name, such as getTransactionInfo, and prints the answer", work),
            Action("history ID", "prints all transactions of a customer; ID is any of them", work),
            Action("notifications", "prints the notifications that Apple has sent", work),
            Action("test", "requests a test notification from Apple, and prints its result", work),
        ],
        options: [
            OptionSyntax("--bundle ID", "The app; com.example.app by default with --double"),
            OptionSyntax("--key FILE", "The .p8 file of the key from App Store Connect"),
            OptionSyntax(
                "--environment NAME",
                "production, sandbox, or both: the sandbox for identifiers that production does not have"),
            OptionSyntax(
                "--double FILE",
                "Call the double; its customer has bought each product of this .storekit file once"),
            OptionSyntax("--since DATE", "notifications: the first day, such as 2026-11-01"),
            OptionSyntax("--failures", "notifications: only those without a successful answer"),
            OptionSyntax("--revision TEXT", "history: continue from the revision of an earlier run"),
            OptionSyntax("--query k=v…", "call: a value of the query"),
            OptionSyntax("--body FILE", "call: the JSON object to send"), .json,
        ],
        details: """
            The key's file is --key or PURSER_KEY_FILE, or the key itself is in PURSER_KEY; its identifier is in
            PURSER_KEY_ID and its issuer in PURSER_ISSUER_ID. No argument contains a secret. With --double no key is
            needed, and ID may be a product. The command needs the trait Verification.
            """)

    private static func work(_ arguments: Arguments) throws -> Work {
        _ = try arguments.keysAndValues("query")
        let (target, since) = (try ServerTarget(arguments), try date(arguments.value("since")))
        #if Verification
            return { output in
                let session = try await ServerSession(target, output)
                defer { session.client.close() }
                try await session.perform(arguments, since: since)
            }
        #else
            return Command.missing("server", trait: "Verification")
        #endif
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
    let bundleID: String
    /// `production`, `sandbox` or `both`.
    let environment: String
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
        environment = arguments.value("environment") ?? (doublePath == nil ? "both" : "sandbox")
        guard ["production", "sandbox", "both"].contains(environment) else {
            throw UsageError("--environment needs production, sandbox or both, not “\(environment)”")
        }
        if doublePath != nil, keyPath != nil { throw UsageError("--double needs no --key") }
    }
}
