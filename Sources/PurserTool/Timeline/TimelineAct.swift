import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What somebody does at some time of a timeline: `3m card declined`.
struct TimelineAct: Sendable {
    /// How long after the beginning.
    let after: TimeSpan
    /// What was typed behind that.
    let text: String
    private let deed: Deed

    private enum Deed: Sendable {
        case life(LifeWish)
        case buy(String)
        case refund(Decimal)
    }

    /// Reads a time and one of the shop's commands for subscriptions, or `buy PRODUCT`, or `refund [PERCENT%]`.
    ///
    /// - Throws: ``UsageError``.
    init(_ typed: String) throws(UsageError) {
        let words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count >= 2 else {
            throw UsageError("--at wants a time and what happens then, such as “3m card declined”, not “\(typed)”")
        }
        after = try TimeSpan(words[0])
        text = words.dropFirst().joined(separator: " ")
        deed = try Self.read(words[1].lowercased(), Array(words.dropFirst(2)))
    }

    private static func read(_ name: String, _ rest: [String]) throws(UsageError) -> Deed {
        if name == "buy", let product = rest.first, rest.count == 1 { return .buy(product) }
        if name == "refund", rest.count <= 1 {
            guard case .refund(_, let percentage) = try ShopWish((["refund", "it"] + rest).joined(separator: " "))
            else {
                throw UsageError("write refund, or refund 50%")
            }
            return .refund(percentage)
        }
        guard let wish = try LifeWish.read(name, rest) else {
            throw UsageError("nothing called “\(name)” happens to a subscription; purser shop's help lists what does")
        }
        return .life(wish)
    }

    /// Does it to the subscription of a group.
    ///
    /// - Throws: ``ToolError`` or `BackendError`.
    func act(on appStore: EmbeddedAppStore, _ group: String) async throws {
        switch deed {
        case .life(let wish): _ = try await wish.act(on: appStore) { $0 }
        case .buy(let product): try await appStore.buyElsewhere(product)
        case .refund(let percentage):
            guard let subscription = await appStore.subscription(group) else { return }
            try await appStore.refund(subscription.transaction.id, percentage: percentage)
        }
    }
}
