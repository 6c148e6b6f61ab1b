/// What the records of a store's journal come to, by whose they are.
package struct StoreRecords: Sendable {
    private var states: [LedgerState] = []
    private var owners: [LedgerKey] = []
    private var places: [LedgerKey: Int] = [:]
    /// The open payments of all users.
    package private(set) var payments = OpenPayments()
    /// Whose the last record is, or the next one after the change of sections.
    private(set) var section = LedgerKey.shared
    /// The present user's, while something is decided: see ``lending(_:_:)``.
    package var present: LedgerState
    private let empty: @Sendable (LedgerKey) -> LedgerState
    private let except: LedgerKey?

    /// Nothing is recorded yet.
    ///
    /// - Parameters:
    ///   - except: whose state is omitted, because it is known already; `nil` for nobody.
    ///   - empty: makes the state before the first record.
    package init(except: LedgerKey? = nil, empty: @escaping @Sendable (LedgerKey) -> LedgerState) {
        (self.except, self.empty, present) = (except, empty, empty(.shared))
    }

    /// Nothing is recorded, and nothing is known of what is due.
    init(hash: KeyedHash) { self.init { LedgerState(secret: hash, account: $0.account) } }

    /// Applies the next record of the journal.
    package mutating func apply(_ record: LedgerRecord) {
        if case .section(let key) = record {
            section = key
            return
        }
        if case .forgotten(let user) = record { _ = take(.user(user)) }
        payments.apply(record, of: section.user)
        if section != except { states[place(of: section)].apply(record) }
    }

    private mutating func place(of key: LedgerKey) -> Int {
        if let place = places[key] { return place }
        places[key] = states.count
        states.append(empty(key))
        owners.append(key)
        return states.count - 1
    }

    /// Whose there are, in order; the shared ones come first.
    package var keys: [LedgerKey] { places.keys.sorted() }

    /// The state of one of them; empty when nothing is recorded.
    package subscript(key: LedgerKey) -> LedgerState { places[key].map { states[$0] } ?? empty(key) }

    /// Removes and returns the open payments of all users.
    package mutating func takePayments() -> OpenPayments {
        defer { payments = OpenPayments() }
        return payments
    }

    /// Removes and returns the state of one of them.
    package mutating func take(_ key: LedgerKey) -> LedgerState {
        guard let place = places.removeValue(forKey: key) else { return empty(key) }
        states.swapAt(place, states.count - 1)
        owners.swapAt(place, owners.count - 1)
        owners.removeLast()
        if place < owners.count { places[owners[place]] = place }
        return states.removeLast()
    }

    /// Puts a state in place of the one that is there.
    package mutating func put(_ new: LedgerState, for key: LedgerKey) { states[place(of: key)] = new }

    /// Calls `body` with the records of all users, the present one's among them.
    package mutating func lending<Result>(
        _ state: inout LedgerState, _ body: (inout StoreRecords) -> Result
    ) -> Result {
        swap(&present, &state)
        defer { swap(&present, &state) }
        return body(&self)
    }

    mutating func change<Result, Failure: Error>(
        _ key: LedgerKey, _ body: (inout LedgerState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&states[place(of: key)])
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
    /// Calls `body` with each user's state, but for that of one user, whose session has it.
    private func forEachUser(except present: UserID?, _ body: (UserID, borrowing LedgerState) -> Void) {
        for place in states.indices {
            guard case .user(let user) = owners[place], user != present else { continue }
            body(user, states[place])
        }
    }

    /// The user who has a reported transaction, with that user's record of it; `own` when none of these has it rather than
    /// the present user.
    mutating func holder(
        of transaction: StoreTransaction, _ key: Fingerprint, answersNobody: Bool, beside own: Holding?,
        except present: UserID
    ) -> Holding? {
        var holder = own
        for place in states.indices {
            guard case .user(let user) = owners[place], user != present,
                let other = Holding(
                    states[place].recorded(transaction, key, answersNobody: answersNobody).known, of: user)
            else { continue }
            if holder.map({ other.follows($0) }) ?? true { holder = other }
        }
        return holder
    }

    /// The user who has the latest purchase with an original identifier, and when it was bought; `nil` when nobody has one.
    func latestHolder(of originalID: String, except present: UserID?) -> (user: UserID, purchaseTime: Timestamp)? {
        var latest: (user: UserID, purchaseTime: Timestamp)?
        forEachUser(except: present) { user, state in
            guard let time = state.latestPurchaseTime(of: originalID), time >= latest?.purchaseTime ?? time else {
                return
            }
            latest = (user, time)
        }
        return latest
    }

    /// Whether any of them fulfils a condition.
    package func containsUser(where condition: (borrowing LedgerState) -> Bool) -> Bool {
        var isFound = false
        forEachUser(except: nil) { isFound = isFound || condition($1) }
        return isFound
    }
}
