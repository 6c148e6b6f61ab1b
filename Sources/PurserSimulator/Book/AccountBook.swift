import Purser

/// All records of an account, which a folder stores between two runs.
struct AccountBook: Sendable {
    /// All transactions.
    var transactions = AccountTransactions()
    /// All subscriptions.
    var subscriptions = AccountSubscriptions()
    /// The results of the payments.
    var payments = AccountPayments()
    /// The refunded money.
    var refunds = AccountRefunds()
    /// The storefront to which the customer moved.
    var storefront: StoreStorefront?

    /// Makes an empty account.
    init() {}

    /// Makes an empty account with an offset of its identifiers.
    init(identifierBase: Int) { transactions = AccountTransactions(identifierBase: identifierBase) }

    /// The subscription of a transaction.
    func subscription(at place: Int) -> AccountSubscription? {
        transactions[place].transaction.subscriptionID.flatMap { subscriptions[$0] }
    }

    /// The highest count that a file may contain, so that neither its successor nor a number derived from it overflows.
    static let highestCount = Int(Int32.max)

    /// A description of the first inconsistency; a file may have been edited by hand.
    var flaw: String? {
        if let place = transactions.misplaced {
            let id = transactions.records[place].transaction.id
            return "transaction \(id) is in the place of \(transactions.id(of: place))"
        }
        var places = Array(transactions.owned.all.values) + transactions.deleted.all.keys
        for subscription in subscriptions.all {
            places += [subscription.first, subscription.current] + subscription.parts
        }
        for case .bought(let place) in payments.fates.entries.values { places.append(place) }
        guard places.allSatisfy({ transactions.contains(place: $0) }) else {
            return "it refers to missing transactions"
        }
        guard transactions.countsAreRight,
            [payments.pendingCount, payments.failedCount].allSatisfy((0...Self.highestCount).contains)
        else { return "its counts are wrong" }
        guard payments.pending.all.keys.allSatisfy({ $0 >= 1 && $0 <= payments.pendingCount }),
            payments.failed.all.keys.allSatisfy(payments.failedNumbers.contains)
        else { return "it refers to payments beyond its counts" }
        return nil
    }
}

// The parts are separate members in the account's file.
extension AccountBook: Codable {
    private enum CodingKeys: String, CodingKey { case storefront }

    /// Reads the stored account.
    init(from decoder: any Decoder) throws {
        transactions = try AccountTransactions(from: decoder)
        subscriptions = try AccountSubscriptions(from: decoder)
        payments = try AccountPayments(from: decoder)
        refunds = try AccountRefunds(from: decoder)
        storefront = try decoder.container(keyedBy: CodingKeys.self)
            .decodeIfPresent(StoreStorefront.self, forKey: .storefront)
    }

    /// Writes the stored account.
    func encode(to encoder: any Encoder) throws {
        try transactions.encode(to: encoder)
        try subscriptions.encode(to: encoder)
        try payments.encode(to: encoder)
        try refunds.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(storefront, forKey: .storefront)
    }
}

/// The counts of an account before a step, for the undo of the step.
struct AccountStep: Sendable {
    fileprivate let counts: AccountCounts
}

// Needed only with a folder: recording the changes of a step, and undoing the step.
extension AccountBook {
    /// Records changes from now on; the existing content counts as stored.
    mutating func startNoting() { note(.started) }

    /// Begins a step.
    mutating func begin() -> AccountStep {
        note(.stepBegan)
        return AccountStep(counts: counts)
    }

    /// Undoes a step.
    mutating func undo(_ step: AccountStep) {
        note(.stepUndone)
        counts = step.counts
    }

    /// Marks all changes as stored.
    mutating func kept() { note(.kept) }

    private mutating func note(_ moment: NotingMoment) {
        transactions.note(moment)
        subscriptions.note(moment)
        payments.note(moment)
        refunds.note(moment)
    }
}
