import Purser

/// The changes of an account since they were last taken, recorded only while it is watched.
struct AccountHappenings: Sendable {
    /// One change.
    enum Note: Sendable {
        /// A change whose content is already known.
        case content(AppStoreEvent.Content)
        /// Renewals, by their places; there may be many.
        case renewals(Range<Int>)
        /// A changed subscription, whose transaction may not be recorded yet.
        case subscription(SubscriptionID)
    }

    /// Whether the account is watched; otherwise nothing is noted.
    var isWatched = false
    private var notes: [Note] = []

    /// Makes an empty list.
    init() {}

    /// Notes a change, if the account is watched.
    mutating func note(_ note: @autoclosure () -> Note) { if isWatched { notes.append(note()) } }

    /// Notes a change whose content is already known.
    mutating func note(_ content: @autoclosure () -> AppStoreEvent.Content) { note(.content(content())) }

    /// Takes the noted changes.
    mutating func take() -> [Note] {
        guard !notes.isEmpty else { return [] }
        defer { notes = [] }
        return notes
    }
}

extension AccountHappenings.Note {
    /// The content of the noted changes, for the watchers.
    func contents(in journal: AccountJournal) -> [AppStoreEvent.Content] {
        switch self {
        case .content(let content): [content]
        case .subscription(let id):
            journal.book.subscriptions[id].map { [.subscription(journal.subscription($0))] } ?? []
        case .renewals(let places): places.map { .transaction(journal.book.transactions[$0].transaction) }
        }
    }
}
