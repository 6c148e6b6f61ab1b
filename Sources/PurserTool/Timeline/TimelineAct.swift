import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An action at a time in a timeline: `3m card declined`.
struct TimelineAct: Sendable {
    /// The time from the beginning.
    let after: TimeSpan
    /// The text after the time.
    let text: String
    private let deed: Deed

    private enum Deed: Sendable {
        case progress(LifeWish)
        case buy(String, seats: Int?)
        case refund(Decimal, seats: Int?)
    }

    /// Reads a time and one of the shop's commands for subscriptions, or `buy PRODUCT [seats N]`, or
    /// `refund [PERCENT% | N seats]`.
    ///
    /// - Throws: ``UsageError``.
    init(_ typed: String) throws(UsageError) {
        let words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count >= 2 else {
            throw UsageError("--at needs a time and an action, such as “3m card declined”, not “\(typed)”")
        }
        after = try TimeSpan(words[0])
        text = words.dropFirst().joined(separator: " ")
        deed = try Self.read(words[1].lowercased(), Array(words.dropFirst(2)))
    }

    private static func read(_ name: String, _ rest: [String]) throws(UsageError) -> Deed {
        if name == "buy", let product = rest.first, rest.count == 1 { return .buy(product, seats: nil) }
        if name == "buy", rest.count == 3, rest[1] == "seats" {
            return .buy(rest[0], seats: try LifeWish.seatCount(rest[2]))
        }
        if name == "refund", rest.count <= 2 {
            guard
                case .refund(_, let percentage, let seats) = try ShopWish(
                    (["refund", "it"] + rest).joined(separator: " "))
            else {
                throw UsageError("write refund, refund 50%, or refund 2 seats")
            }
            return .refund(percentage, seats: seats)
        }
        guard let wish = try LifeWish.read(name, rest) else {
            throw UsageError("there is no action “\(name)”; purser shop's help lists the actions")
        }
        return .progress(wish)
    }

    /// Performs the action on the subscription of a group.
    ///
    /// - Throws: ``ToolError`` or `BackendFailure`.
    func act(on appStore: EmbeddedAppStore, _ group: String, _ names: ProductNames) async throws {
        switch deed {
        case .progress(let wish): _ = try await wish.act(on: appStore, names)
        case .buy(let word, let seats):
            let product = try names.find(word, "“\(word)” is not sold here")
            try await appStore.buyElsewhere(product, options: seats.map { [.seats($0)] } ?? [])
        case .refund(let percentage, let seats):
            guard let id = await appStore.subscription(group)?.transaction.id else { return }
            if let seats {
                try await appStore.refundSeats(seats, of: id)
            } else {
                try await appStore.refund(id, percentage: percentage)
            }
        }
    }
}
