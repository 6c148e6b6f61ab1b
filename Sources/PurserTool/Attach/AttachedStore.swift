import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The App Store of an app that runs, and that listens at a socket.
struct AttachedStore: Sendable {
    private let connection: SteeringConnection
    private let worker = BlockingWorker(label: "purser.attached")
    /// What it sells.
    let names: ProductNames

    /// Connects to it.
    ///
    /// - Throws: `BackendError`.
    init(_ path: String) async throws {
        let connection = try SteeringConnection(to: path)
        self.connection = connection
        let products = try await worker.run { try connection.request("products").list("products") }
        names = ProductNames(products.compactMap { $0.text("id") })
    }

    /// Sends a command, and waits for what comes of it.
    ///
    /// - Throws: `BackendError`.
    func request(_ name: String, _ members: [String: JSONValue] = [:]) async throws -> JSONValue {
        try await worker.run { [connection] in try connection.request(name, members) }
    }

    /// The next event, once `watch` was sent; `nil` when the app has ended.
    ///
    /// - Throws: `BackendError`.
    func nextEvent() async throws -> JSONValue? { try await worker.run { [connection] in try connection.nextEvent() } }

    /// The product that a word means.
    ///
    /// - Throws: ``ToolError``.
    func product(_ word: String) throws -> JSONValue {
        .string(try names.find(word, "“\(word)” is not sold here; list shows what is"))
    }

    /// The transaction that a word means: by its identifier, or the latest of a product.
    ///
    /// - Throws: ``ToolError`` or `BackendError`.
    func transaction(_ word: String) async throws -> JSONValue {
        guard let product = names.meant(word) else { return .string(word) }
        let page = try await request("transactions", ["product": .string(product), "limit": .number("1000")])
        guard let match = page.list("transactions").first(where: { $0.value("revocationDate") == nil })?.value("id")
        else {
            throw ToolError("nothing was bought that “\(word)” could mean")
        }
        return match
    }

    /// The subscription that a word means; without one the only one that runs.
    ///
    /// - Throws: ``ToolError`` or `BackendError`.
    func subscription(_ word: String?) async throws -> JSONValue {
        if let word { return .string(names.meant(word) ?? word) }
        let all = try await request("subscriptions").list("subscriptions")
        let running = all.filter { !["expired", "revoked"].contains($0.text("state")) }
        guard running.count == 1, let id = running[0].value("transaction") else {
            throw ToolError(
                running.isEmpty
                    ? "no subscription of the customer runs; name one"
                    : "there are \(running.count) subscriptions; name one")
        }
        return id
    }
}

extension JSONValue {
    /// A member of an object.
    func value(_ key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

    /// A text of an object.
    func text(_ key: String) -> String? { if case .string(let text)? = value(key) { text } else { nil } }

    /// A list of an object.
    func list(_ key: String) -> [JSONValue] { if case .array(let values)? = value(key) { values } else { [] } }

    /// The same for output.
    var output: JSONText {
        switch self {
        case .null, .unreadable: .null
        case .bool(let flag): .bool(flag)
        case .number(let digits): .number(digits)
        case .string(let text): .string(text)
        case .array(let values): .array(values.map(\.output))
        case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.output) })
        }
    }
}
