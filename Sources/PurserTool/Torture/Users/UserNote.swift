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
        case grant
        case revoke
        /// The app delivered a manual purchase.
        case manual
    }

    var round: Int
    var kind: Kind
    /// For whom it was called.
    var user: UUID
    var id: String
    var productID: String
    /// How many units the transaction stood for.
    var standing: Int
    /// The key of the update.
    var key: String

    /// The line that is noted.
    var line: String { "\(round) \(kind.rawValue) \(user) \(id) \(productID) \(standing) \(key)" }

    init(round: Int, kind: Kind, user: UUID, id: String, productID: String, standing: Int, key: String) {
        (self.round, self.kind, self.user, self.id) = (round, kind, user, id)
        (self.productID, self.standing, self.key) = (productID, standing, key)
    }

    /// Reads a line; `nil` when it makes no sense.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 7, let round = Int(words[0]), let kind = Kind(rawValue: words[1]),
            let user = UUID(uuidString: words[2]), let standing = Int(words[5])
        else { return nil }
        self.init(
            round: round, kind: kind, user: user, id: words[3], productID: words[4], standing: standing, key: words[6])
    }
}

/// A payment as it was noted before the App Store was given it.
struct UserPayment: Sendable, Hashable {
    var token: String
    /// Who pays.
    var user: UUID
    var productID: String
    var quantity: Int

    /// The line that is noted.
    var line: String { "\(token) \(user) \(productID) \(quantity)" }

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

    init(subject: String, user: UUID) { (self.subject, self.user) = (subject, user) }

    /// Reads a line; `nil` when it makes no sense.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 2, let user = UUID(uuidString: words[1]) else { return nil }
        self.init(subject: words[0], user: user)
    }
}

/// An update of a user as the named consumer noted it.
struct SeenUserUpdate: Sendable, Hashable {
    /// Whose update it is.
    var user: UUID
    /// The user whom the context names; `nil` where the update has no context.
    var contextUser: UUID?
    var update: SeenUpdate

    /// The line that is noted.
    var line: String { "\(user) \(contextUser.map { "\($0)" } ?? "-") \(update.line)" }

    init(user: UUID, contextUser: UUID?, update: SeenUpdate) {
        (self.user, self.contextUser, self.update) = (user, contextUser, update)
    }

    /// Reads a line; `nil` when it makes no sense.
    init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, let user = UUID(uuidString: String(words[0])), let update = SeenUpdate(line: words[2])
        else { return nil }
        self.init(user: user, contextUser: UUID(uuidString: String(words[1])), update: update)
    }
}
