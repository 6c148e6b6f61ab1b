import Purser
import PurserSimulator

/// An action at a time in a timeline: `3m card declined`.
struct TimelineAct: Sendable {
    let after: TimeSpan
    let text: String
    private let wish: ShopWish

    /// Reads a time and one of the shop's commands for subscriptions, or `buy PRODUCT [seats N]`, or
    /// `refund [PERCENT% | N seats]`.
    init(_ typed: String) throws {
        let words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count >= 2 else {
            throw UsageError("--at needs a time and an action, such as “3m card declined”, not “\(typed)”")
        }
        after = try TimeSpan(words[0])
        text = words.dropFirst().joined(separator: " ")
        let name = words[1].lowercased()
        guard name == "buy" || name == "refund" || ShopCommand.life.contains(where: { $0.names[0] == name }) else {
            throw UsageError("there is no action “\(name)”; purser shop's help lists the actions")
        }
        // The refunded transaction is that of the time.
        wish = try ShopWish(
            ([name] + (name == "refund" ? ["it"] : []) + words.dropFirst(2)).joined(separator: " "))
        if case .buy(_, let quantity, let isManual, _) = wish, quantity != 1 || isManual {
            throw UsageError("write buy PRODUCT, or buy PRODUCT seats N")
        }
    }

    /// Performs the action on the subscription of a group.
    func act(on store: OwnAppStore, _ group: String) async throws {
        switch wish {
        case .buy(let word, _, _, let seats):
            let product = try store.names.find(word, "“\(word)” is not sold here")
            try await store.appStore.buyElsewhere(product, options: seats.map { [.seats($0)] } ?? [])
        case .act(var act):
            if act.command == "refund" {
                guard let id = await store.appStore.subscription(group)?.transaction.id else { return }
                act.subject = .transaction(id)
            }
            _ = try await act.perform(on: store)
        default: break
        }
    }
}
