import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A call of one of the app's handlers, or a delivery that the app made by itself, as it was noted.
struct UserCall: Sendable, Hashable {
    /// What was called.
    enum Kind: String, Sendable {
        /// The handler that delivers.
        case grant
        /// The handler that takes units away.
        case revoke
        /// The app delivered a manual purchase.
        case manual
    }

    /// In which round.
    var round: Int
    /// What was called.
    var kind: Kind
    /// For whom it was called.
    var user: UUID
    /// The identifier of the transaction.
    var id: String
    /// The product.
    var productID: String
    /// How many units the transaction stood for.
    var remaining: Int
    /// The key of the update.
    var key: String

    /// The line that is noted.
    var line: String { "\(round) \(kind.rawValue) \(user) \(id) \(productID) \(remaining) \(key)" }

    /// A call of which these things are known.
    init(round: Int, kind: Kind, user: UUID, id: String, productID: String, remaining: Int, key: String) {
        (self.round, self.kind, self.user, self.id) = (round, kind, user, id)
        (self.productID, self.remaining, self.key) = (productID, remaining, key)
    }

    /// Reads a line; `nil` when it makes no sense.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 7, let round = Int(words[0]), let kind = Kind(rawValue: words[1]),
            let user = UUID(uuidString: words[2]), let remaining = Int(words[5])
        else { return nil }
        self.init(
            round: round, kind: kind, user: user, id: words[3], productID: words[4], remaining: remaining, key: words[6]
        )
    }
}
