import Purser

/// What has happened in an account since it was last looked at, where somebody watches.
struct AccountHappenings: Sendable {
    /// A happening.
    enum Note: Sendable {
        /// Something that is known by now.
        case content(AppStoreEvent.Content)
        /// Renewals, by their places; they are many perhaps.
        case renewals(Range<Int>)
        /// A subscription goes on in another way; its transaction may not be written down yet.
        case subscription(LineID)
    }

    /// Whether somebody watches; without that nothing is noted.
    var isWatched = false
    private var notes: [Note] = []

    /// Nothing has happened yet.
    init() {}

    /// Notes what has happened, where somebody watches.
    mutating func note(_ note: @autoclosure () -> Note) { if isWatched { notes.append(note()) } }

    /// The same for something that is known by now.
    mutating func note(_ content: @autoclosure () -> AppStoreEvent.Content) { note(.content(content())) }

    /// Takes what has happened.
    mutating func take() -> [Note] {
        guard !notes.isEmpty else { return [] }
        defer { notes = [] }
        return notes
    }
}

extension AccountHappenings.Note {
    /// What readers get of it.
    func contents(in journal: AccountJournal) -> [AppStoreEvent.Content] {
        switch self {
        case .content(let content): [content]
        case .subscription(let id): journal.book.lines[id].map { [.subscription(journal.subscription($0))] } ?? []
        case .renewals(let places): places.map { .transaction(journal.book.transactions[$0].transaction) }
        }
    }
}
