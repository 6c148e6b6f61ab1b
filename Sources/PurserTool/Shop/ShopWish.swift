import Purser
import PurserSimulator

/// A parsed line of the shop.
enum ShopWish: Hashable, Sendable {
    case nothing, help, quit, list, pending, restore, owned, widget, unfinished, updates, subscriptions, transactions,
        rejected
    /// The list with offers and price comparisons.
    case products
    case buy(product: String, quantity: Int, isManual: Bool, seats: Int? = nil)
    case act(Act)
    /// Answers a payment after a time.
    case answer(String, approves: Bool, after: TimeSpan)
    case finish([String])
    case advance(TimeSpan)
    /// The history of a subscription; without a word, of the only one.
    case history(String?)
    /// Lets a named consumer process all updates, or fail on them permanently.
    case follow(String, isFailing: Bool)
    case failed(consumer: String? = nil)
    case release(consumer: String, numbers: [UInt64])

    static let maximumBytes = 4_096

    init(_ line: String) throws {
        guard line.utf8.count <= Self.maximumBytes else {
            throw UsageError("a line may have at most \(Self.maximumBytes) bytes; this one has \(line.utf8.count)")
        }
        let words = Self.words(of: line)
        guard let first = words.first?.lowercased() else {
            self = .nothing
            return
        }
        guard let command = ShopCommand.all.first(where: { $0.names.contains(first) }) else {
            throw UsageError("there is no “\(first)” here; type help\(Nearest.question(first, ShopCommand.names))")
        }
        var typed = TypedWords(first, words.dropFirst())
        self = try command.read(&typed)
        try typed.end()
    }
}
