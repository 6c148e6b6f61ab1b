/// What the records of a store's journal come to, by whose they are.
package struct StoreRecords: Sendable {
    /// Those of all others than the present user.
    private var states: [LedgerState] = []
    private var owners: [LedgerKey] = []
    private var places: [LedgerKey: Int] = [:]
    /// What is recorded of the present user, which is read most.
    package var present: LedgerState
    /// Whose `present` is; `nil` when nobody is present.
    package private(set) var owner: LedgerKey?
    /// The open payments of all users.
    package private(set) var payments = OpenPayments()
    /// Whose the last record is, or the next one after the change of sections.
    private(set) var section = LedgerKey.shared
    private let empty: @Sendable (LedgerKey) -> LedgerState

    /// Nothing is recorded yet; `owner` is present, or nobody, and `empty` makes the state before the first record.
    package init(of owner: LedgerKey? = nil, empty: @escaping @Sendable (LedgerKey) -> LedgerState) {
        (self.owner, self.empty, present) = (owner, empty, empty(owner ?? .shared))
    }

    /// Another user is present.
    package mutating func become(of key: LedgerKey) {
        guard key != owner else { return }
        let (former, left) = (owner, present)
        (owner, present) = (nil, take(key))
        if let former { states[place(of: former)] = left }
        owner = key
    }

    /// Applies the next record of the journal.
    package mutating func apply(_ record: LedgerRecord) {
        if case .section(let key) = record {
            section = key
            return
        }
        if case .forgotten(let user) = record { forget(.user(user)) }
        payments.apply(record, of: section.user)
        change(section) { $0.apply(record) }
    }

    private mutating func place(of key: LedgerKey) -> Int {
        if let place = places[key] { return place }
        places[key] = states.count
        states.append(empty(key))
        owners.append(key)
        return states.count - 1
    }

    /// Whose there are, in order; the shared ones come first.
    package var keys: [LedgerKey] { (places.keys + (owner.map { [$0] } ?? [])).sorted() }

    /// The state of one of them; empty when nothing is recorded.
    package subscript(key: LedgerKey) -> LedgerState {
        key == owner ? present : places[key].map { states[$0] } ?? empty(key)
    }

    /// Removes and returns the open payments of all users.
    package mutating func takePayments() -> OpenPayments {
        defer { payments = OpenPayments() }
        return payments
    }

    /// Nothing of a user is recorded any more.
    package mutating func forget(_ key: LedgerKey) { if key == owner { present = empty(key) } else { _ = take(key) } }

    private mutating func take(_ key: LedgerKey) -> LedgerState {
        guard let place = places.removeValue(forKey: key) else { return empty(key) }
        states.swapAt(place, states.count - 1)
        owners.swapAt(place, owners.count - 1)
        owners.removeLast()
        if place < owners.count { places[owners[place]] = place }
        return states.removeLast()
    }

    /// Reads or changes the state of one of them in place.
    package mutating func change<Result, Failure: Error>(
        _ key: LedgerKey, _ body: (inout LedgerState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if key == owner { return try body(&present) }
        return try body(&states[place(of: key)])
    }

    /// Writes all states as records; applied in order they restore them.
    package func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        for key in keys {
            try body(.section(key))
            try self[key].write(body)
        }
        try payments.write(body)
        try body(.section(.shared))
    }
}

// MARK: - Purchases

extension StoreRecords {
    /// The user who has a reported transaction, with that user's record of it; `own` when none of these has it rather than
    /// the present user.
    mutating func holder(
        of transaction: StoreTransaction, _ key: Fingerprint, answersNobody: Bool, beside own: Holding?
    ) -> Holding? {
        var holder = own
        for place in states.indices {
            guard case .user(let user) = owners[place],
                let other = Holding(
                    states[place].recorded(transaction, key, answersNobody: answersNobody).known, of: user)
            else { continue }
            if holder.map({ other.follows($0) }) ?? true { holder = other }
        }
        return holder
    }

    /// The absent user who has the latest purchase with an original identifier, and when it was bought; `nil` when nobody has
    /// one.
    func latestHolder(of originalID: String) -> (user: UserID, purchaseTime: Timestamp)? {
        var latest: (user: UserID, purchaseTime: Timestamp)?
        for place in states.indices {
            guard case .user(let user) = owners[place],
                let time = states[place].latestPurchaseTime(of: originalID), time >= latest?.purchaseTime ?? time
            else { continue }
            latest = (user, time)
        }
        return latest
    }

    /// Whether an absent user fulfils a condition.
    package func containsAbsent(where condition: (borrowing LedgerState) -> Bool) -> Bool {
        states.indices.contains { owners[$0].user != nil && condition(states[$0]) }
    }
}

/// A recorded transaction, with the user who has it.
package struct Holding: Sendable {
    /// The user; `nil` when all users share one state.
    package let user: UserID?
    /// The transaction as it is recorded for that user.
    package let recorded: LedgerTransaction

    /// What a user has; `nil` for nothing, and for what has moved away: nobody has it if the user to whom it has moved was
    /// forgotten.
    package init?(_ recorded: LedgerTransaction?, of user: UserID?) {
        guard let recorded, !recorded.progress.steps.contains(.movedAway) else { return nil }
        (self.user, self.recorded) = (user, recorded)
    }

    var transaction: StoreTransaction { recorded.transaction }

    /// Whether this user has it rather than another who has a record of it, too: the one with the latest version.
    func follows(_ other: Holding) -> Bool { other.transaction.signedTime.isEarlier(than: transaction.signedTime) }

    func isBehind(_ version: StoreTransaction) -> Bool {
        guard let signedTime = transaction.signedTime, let reported = version.signedTime else {
            return transaction.isRevokedOrUpgraded != version.isRevokedOrUpgraded
        }
        return signedTime < reported
    }
}
