import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The App Store of a running app, which listens on a socket.
struct AttachedStore: Sendable {
    private let connection: SteeringConnection
    private let worker = BlockingWorker(label: "purser.attached")
    /// The names of its products.
    let names: ProductNames

    /// Connects to the socket.
    ///
    /// - Throws: `BackendFailure`.
    init(_ path: String) async throws {
        let connection = try SteeringConnection(to: path)
        self.connection = connection
        let products = try await worker.run { try connection.request("products").list("products") }
        let references = products.compactMap { product in
            product.text("id").flatMap { id in product.text("reference").map { (id, $0) } }
        }
        names = ProductNames(
            products.compactMap { $0.text("id") },
            references: Dictionary(references, uniquingKeysWith: { first, _ in first }))
    }

    /// Sends a command, and returns the answer.
    ///
    /// - Throws: `BackendFailure`.
    func request(_ name: String, _ members: [String: JSONValue] = [:]) async throws -> JSONValue {
        try await worker.run { [connection] in try connection.request(name, members) }
    }

    /// Returns the next event, after `watch` was sent; `nil` if the app has ended.
    ///
    /// - Throws: `BackendFailure`.
    func nextEvent() async throws -> JSONValue? { try await worker.run { [connection] in try connection.nextEvent() } }

    /// The product for a word.
    ///
    /// - Throws: ``ToolError``.
    func product(_ word: String) throws -> JSONValue {
        .string(try names.find(word, "“\(word)” is not sold here; list shows the products"))
    }

    /// The transaction for a word: its identifier, or the latest of a product.
    ///
    /// - Parameter isRevoked: whether to search refunded transactions.
    /// - Throws: ``ToolError`` or `BackendFailure`.
    func transaction(_ word: String, isRevoked: Bool = false) async throws -> JSONValue {
        guard let product = names.meant(word) else {
            if let several = names.several(word) { throw several }
            return .string(word)
        }
        let page = try await request("transactions", ["product": .string(product), "limit": .number("1000")])
        let matches = page.list("transactions").filter { ($0.value("revocationDate") != nil) == isRevoked }
        guard let match = matches.first?.value("id") else {
            throw ToolError("there is no \(isRevoked ? "refunded" : "bought") transaction “\(word)”")
        }
        return match
    }

    /// The subscription for a word; without a word, the only active one.
    ///
    /// - Parameter orOver: whether an expired one is used without a word, if none is active.
    /// - Throws: ``ToolError`` or `BackendFailure`.
    func subscription(_ word: String?, orOver: Bool = false) async throws -> JSONValue {
        if let word {
            if let several = names.several(word) { throw several }
            return .string(names.meant(word) ?? word)
        }
        let all = try await request("subscriptions").list("subscriptions")
        let running = all.filter { !["expired", "revoked"].contains($0.text("state")) }
        let candidates = running.isEmpty && orOver ? all : running
        guard candidates.count == 1, let id = candidates[0].value("transaction") else {
            let known = candidates.compactMap { $0.text("product") }.map { Line.single($0) }
            throw ToolError(
                candidates.isEmpty
                    ? "the customer has no active subscription; buy one first"
                    : "there are \(candidates.count) subscriptions; name one of \(known.joined(separator: ", "))")
        }
        return id
    }

    /// The products of an answer, with their prices in the App Store's style.
    ///
    /// - Throws: `BackendFailure`.
    func products(in answer: [JSONValue]) async throws -> [StoreProduct] {
        let locale = try await locale
        return answer.compactMap { StoreProduct($0, locale) }
    }

    private var locale: Locale? {
        get async throws { try await request("settings").text("locale").map { Locale(identifier: $0) } }
    }

    /// The transactions with their prices in the App Store's style.
    ///
    /// - Throws: `BackendFailure`.
    func priced(_ transactions: [JSONValue]) async throws -> [JSONValue] {
        var style = StoreProduct(id: "", price: 0, currencyCode: nil)
        style.priceLocale = try await locale
        return transactions.map { transaction in
            guard case .object(var members) = transaction, let price = members["price"]?.decimal else {
                return transaction
            }
            members["price"] = .string(Words.amount(price, transaction.text("currency"), like: style))
            return .object(members)
        }
    }
}
