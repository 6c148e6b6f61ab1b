/// What the records of a store's journal come to, by whose they are.
package struct StoreRecords: Sendable {
    /// The states, but for that of ``loaded``.
    private var others: [LedgerKey: LedgerState] = [:]
    /// Whose state is the one that records are applied to; it is not moved while one user's records follow another.
    private var loaded = LedgerKey.shared
    private var state: LedgerState
    /// Whose the last record is, or the next one after the change of sections.
    private(set) var section = LedgerKey.shared
    private let empty: @Sendable (LedgerKey) -> LedgerState

    /// Nothing is recorded yet.
    ///
    /// - Parameter empty: makes the state before the first record.
    package init(empty: @escaping @Sendable (LedgerKey) -> LedgerState) {
        self.empty = empty
        state = empty(.shared)
    }

    /// Applies the next record of the journal.
    package mutating func apply(_ record: LedgerRecord) {
        if case .section(let key) = record {
            section = key
            return
        }
        if case .forgotten(let user) = record { _ = take(.user(user)) }
        if section != loaded { load(section) }
        state.apply(record)
    }

    private mutating func load(_ key: LedgerKey) {
        let next = others.removeValue(forKey: key) ?? empty(key)
        others[loaded] = state
        (state, loaded) = (next, key)
    }

    /// Whose there are, in order; the shared ones come first.
    package var keys: [LedgerKey] { (others.keys + [loaded]).sorted() }

    /// The state of one of them; empty when nothing is recorded.
    package subscript(key: LedgerKey) -> LedgerState { key == loaded ? state : others[key] ?? empty(key) }

    /// The open payments of all users.
    package var payments: [(user: UserID, payment: RecordedPayment)] {
        keys.flatMap { key -> [(user: UserID, payment: RecordedPayment)] in
            guard case .user(let user) = key else { return [] }
            return self[key].payments.ordered.map { (user, $0) }
        }
    }

    /// Removes and returns the state of one of them.
    package mutating func take(_ key: LedgerKey) -> LedgerState {
        if key == loaded { load(key == .shared ? .claims : .shared) }
        return others.removeValue(forKey: key) ?? empty(key)
    }

    /// Puts a state in place of the one that is there.
    package mutating func put(_ new: LedgerState, for key: LedgerKey) {
        if key == loaded { state = new } else { others[key] = new }
    }

    /// Writes all states as records; applied in order they restore them.
    package func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        for key in keys {
            try body(.section(key))
            try self[key].write(body)
        }
        try body(.section(.shared))
    }
}
