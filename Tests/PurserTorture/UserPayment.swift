import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A payment as it was noted before the App Store was given it.
struct UserPayment: Sendable, Hashable {
    /// The token of the payment.
    var token: String
    /// Who pays.
    var user: UUID
    /// The product.
    var productID: String
    /// How many were asked for.
    var quantity: Int

    /// The line that is noted.
    var line: String { "\(token) \(user) \(productID) \(quantity)" }

    /// A payment of which these things are known.
    init(token: String, user: UUID, productID: String, quantity: Int) {
        (self.token, self.user, self.productID, self.quantity) = (token, user, productID, quantity)
    }

    /// Reads a line; `nil` when it makes no sense.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 4, let user = UUID(uuidString: words[1]), let quantity = Int(words[3]) else { return nil }
        self.init(token: words[0], user: user, productID: words[2], quantity: quantity)
    }
}

/// A move as it was noted before the App Store was given it; a kill may have come in between.
struct UserMove: Sendable, Hashable {
    /// The transaction or, of a subscription, its group: the present period moves.
    var subject: String
    /// Who is named from then on.
    var user: UUID

    /// The line that is noted.
    var line: String { "\(subject) \(user)" }

    /// A move of this to that user.
    init(subject: String, user: UUID) { (self.subject, self.user) = (subject, user) }

    /// Reads a line; `nil` when it makes no sense.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 2, let user = UUID(uuidString: words[1]) else { return nil }
        self.init(subject: words[0], user: user)
    }
}
