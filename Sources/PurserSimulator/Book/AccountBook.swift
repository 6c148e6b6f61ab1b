import Purser

/// Everything that an account remembers, and that a folder keeps between two runs.
struct AccountBook: Sendable {
    /// All transactions.
    var transactions = AccountTransactions()
    /// All subscriptions.
    var lines = AccountLines()
    /// What became of the payments.
    var payments = AccountPayments()
    /// The money given back.
    var refunds = AccountRefunds()
    /// The storefront that the customer moved to.
    var storefront: StoreStorefront?

    /// Nothing was bought.
    init() {}

    /// Nothing was bought, in an account with identifiers of its own.
    init(identifierBase: Int) { transactions = AccountTransactions(identifierBase: identifierBase) }

    /// The line that a transaction belongs to.
    func line(at place: Int) -> SubscriptionLine? { transactions[place].transaction.line.flatMap { lines[$0] } }

    /// The highest count that a file may have: one more never overflows, nor does a number that begins with it.
    static let highestCount = Int(Int32.max)

    /// What does not fit together, in words; a file may have been edited by hand.
    var flaw: String? {
        if let place = transactions.misplaced {
            let id = transactions.records[place].transaction.id
            return "transaction \(id) stands in the place of \(transactions.id(of: place))"
        }
        var places = Array(transactions.owned.all.values) + transactions.deleted.all.keys
        for line in lines.all { places += [line.first, line.current] + line.parts }
        for case .bought(let place) in payments.fates.entries.values { places.append(place) }
        guard places.allSatisfy({ transactions.contains(place: $0) }) else {
            return "it names transactions that it lacks"
        }
        guard transactions.countsAreRight,
            [payments.pendingCount, payments.failedCount].allSatisfy((0...Self.highestCount).contains)
        else { return "its counts are wrong" }
        guard payments.pending.all.keys.allSatisfy({ $0 >= 1 && $0 <= payments.pendingCount }),
            payments.failed.all.keys.allSatisfy(payments.failedNumbers.contains)
        else { return "it names payments beyond its counts" }
        return nil
    }
}

// The parts stand beside each other in the account's file.
extension AccountBook: Codable {
    private enum CodingKeys: String, CodingKey { case storefront }

    /// Reads what a folder keeps.
    init(from decoder: any Decoder) throws {
        transactions = try AccountTransactions(from: decoder)
        lines = try AccountLines(from: decoder)
        payments = try AccountPayments(from: decoder)
        refunds = try AccountRefunds(from: decoder)
        storefront = try decoder.container(keyedBy: CodingKeys.self)
            .decodeIfPresent(StoreStorefront.self, forKey: .storefront)
    }

    /// Writes what a folder keeps.
    func encode(to encoder: any Encoder) throws {
        try transactions.encode(to: encoder)
        try lines.encode(to: encoder)
        try payments.encode(to: encoder)
        try refunds.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(storefront, forKey: .storefront)
    }
}

/// The counts of an account before a step, for the case that the step cannot be kept.
struct AccountStep: Sendable {
    fileprivate let counts: AccountCounts
}

// Only what a folder keeps needs these: they note what a step changes, and take the step back.
extension AccountBook {
    /// Notes changes from now on; all that is there counts as kept.
    mutating func startNoting() { note(.started) }

    /// A step begins.
    mutating func begin() -> AccountStep {
        note(.stepBegan)
        return AccountStep(counts: counts)
    }

    /// Takes a step back.
    mutating func undo(_ step: AccountStep) {
        note(.stepUndone)
        counts = step.counts
    }

    /// All changes are kept.
    mutating func kept() { note(.kept) }

    private mutating func note(_ moment: NotingMoment) {
        transactions.note(moment)
        lines.note(moment)
        payments.note(moment)
        refunds.note(moment)
    }
}
