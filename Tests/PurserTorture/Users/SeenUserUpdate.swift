import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An update of a user as the named consumer noted it.
struct SeenUserUpdate: Sendable, Hashable {
    /// Whose update it is.
    var user: UUID
    /// The user whom the context names; `nil` where the update has no context.
    var contextUser: UUID?
    /// What else was noted of it.
    var update: SeenUpdate

    /// The line that is noted.
    var line: String { "\(user) \(contextUser.map { "\($0)" } ?? "-") \(update.line)" }

    /// An update of a user.
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
