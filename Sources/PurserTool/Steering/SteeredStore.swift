import Foundation
import Purser
import PurserFormats
import PurserSimulator
import PurserTexts

/// An App Store that performs the commands of its protocol: in this program, or of a running app.
protocol SteeredStore: Sendable {
    var names: ProductNames { get }

    /// Sends a command, and returns the answer.
    func request(_ name: String, _ members: [String: JSONValue]) async throws -> JSONValue
}

/// The App Store of this program.
struct OwnAppStore: SteeredStore {
    let appStore: EmbeddedAppStore
    let names: ProductNames

    func request(_ name: String, _ members: [String: JSONValue]) async throws -> JSONValue {
        try await appStore.perform(name, members)
    }
}

// What typed words mean; each function throws ToolError or BackendFailure.
extension SteeredStore {
    /// The values of the list that is the answer to a command.
    func list(_ name: String, _ members: [String: JSONValue] = [:]) async throws -> [JSONValue] {
        try await request(name, members).list(name)
    }

    func product(_ word: String) throws -> String {
        try names.find(word, "“\(word)” is not sold here; list shows the products")
    }

    /// The transaction for a word: its identifier, or the latest of a product.
    ///
    /// - Parameter isRevoked: whether to search refunded transactions.
    func transaction(_ word: String, isRevoked: Bool = false) async throws -> String {
        if names.several(word) == nil, word.allSatisfy(\.isNumber), names.meant(word) == nil { return word }
        let none = "there is no \(isRevoked ? "refunded" : "bought") transaction “\(word)”"
        let product = try names.find(word, none)
        let all = try await list("transactions", ["product": .string(product), "limit": .number("1000")])
        guard let id = all.first(where: { ($0.value("revocationDate") != nil) == isRevoked })?.text("id") else {
            throw ToolError(none)
        }
        return id
    }

    /// The name of the subscription for a word, and its state; without a word, the only active one.
    ///
    /// - Parameter orOver: whether an expired one is used without a word, if none is active.
    func subscription(_ word: String?, orOver: Bool = false) async throws -> (name: String, state: JSONValue) {
        let all = try await list("subscriptions")
        if let word {
            if let several = names.several(word) { throw several }
            let name = names.meant(word) ?? word
            // Another product of the group means the subscription, too.
            let group = try await list("products").first { $0.text("id") == name }?.text("group")
            let known =
                all.first { one in ["product", "group", "transaction", "id"].contains { one.text($0) == name } }
                ?? all.first { group != nil && $0.text("group") == group }
            guard known != nil || name.allSatisfy(\.isNumber) else {
                throw ToolError("the customer has no subscription “\(word)”; subscriptions lists all")
            }
            return (name, known ?? .null)
        }
        let own = all.filter { $0.value("isFamilyShared") == nil && $0.value("isAssigned") == nil }
        let running = own.filter { !["expired", "revoked"].contains($0.text("state")) }
        let candidates = running.isEmpty && orOver ? own : running
        guard let only = candidates.first, let id = only.text("transaction") else {
            throw ToolError(
                own.isEmpty
                    ? "the customer has no subscription; buy one first"
                    : "the customer has no active subscription; buy one again, or renew now")
        }
        guard candidates.count == 1 else {
            let names = candidates.compactMap { $0.text("product") }.map(Line.single).joined(separator: ", ")
            throw ToolError("there are \(candidates.count) subscriptions; name one of \(names)")
        }
        return (id, only)
    }

    /// Whether a payment waits for approval; without an identifier, whether any does.
    func isWaiting(_ id: String?) async throws -> Bool {
        let waiting = try await list("pending")
        guard let id else { return !waiting.isEmpty }
        guard waiting.contains(where: { $0.text("payment") == id }) else {
            throw ToolError("no payment “\(id)” is waiting; pending lists all")
        }
        return true
    }

    /// The language and the region of the prices.
    var locale: Locale? {
        get async throws { try await request("settings", [:]).text("locale").map { Locale(identifier: $0) } }
    }

    /// The products, with their prices in the App Store's style.
    func products(in answer: [JSONValue]) async throws -> [StoreProduct] {
        let locale = try await locale
        return answer.compactMap { StoreProduct($0, locale) }
    }

    /// A price of a subscription, as customers read it.
    func price(_ price: JSONValue?, of subscription: JSONValue) async throws -> String? {
        let product = try await products(in: list("products")).first { $0.id == subscription.text("product") }
        return price?.decimal.map { product?.displayPrice(of: $0) ?? "\($0)" }
    }
}
