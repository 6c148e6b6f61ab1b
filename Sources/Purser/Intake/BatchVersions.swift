/// The latest version of each transaction that is about to be recorded, by the identifier that the ledger will give it.
///
/// The ledger records a refund under another identifier with that of its purchase, which may be in the same batch.
struct BatchVersions {
    /// The common fields of a purchase and its refund.
    private struct Purchase: Hashable {
        let originalID: String
        /// When it was bought, in seconds since 1970.
        let second: Int64

        init(_ transaction: StoreTransaction, second: Int64? = nil) {
            originalID = transaction.originalID
            self.second = second ?? transaction.purchaseTime.seconds
        }
    }

    /// The index of each in the batch.
    private var places: [String: Int] = [:]
    /// The identifiers of each purchase; `nil` before the first refund under another one.
    private var names: [Purchase: [String]]?
    /// How many transactions of the batch are here.
    private(set) var count = 0

    /// The latest version of a reported transaction, of equal ones the last; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - mayBeRenamed: whether the report answers nobody.
    ///   - transactions: those that are about to be recorded; the first ones are those of the last call.
    mutating func latest(
        of transaction: StoreTransaction, mayBeRenamed: Bool, among transactions: [IncomingTransaction],
        _ ledger: borrowing LedgerState
    ) -> IncomingTransaction? {
        while count < transactions.count { add(transactions, ledger) }
        let name = mayBeRenamed ? name(of: transaction, among: transactions, ledger) : transaction.id
        guard let place = places[name] else { return nil }
        var latest = transactions[place]
        if latest.transaction.id != name { latest.transaction = latest.transaction.with { $0.id = name } }
        return latest
    }

    private mutating func add(_ transactions: [IncomingTransaction], _ ledger: borrowing LedgerState) {
        let incoming = transactions[count]
        var name = incoming.transaction.id
        if incoming.mayBeRenamed {
            name = self.name(
                of: incoming.transaction, knownAs: incoming.correction?.knownAs, among: transactions, ledger)
        }
        let earlier = places[name]
        let isOutdated = earlier.map { incoming.transaction.isOlder(than: transactions[$0].transaction) }
        if isOutdated != true { places[name] = count }
        if earlier == nil { names?[Purchase(incoming.transaction), default: []].append(name) }
        count += 1
    }

    /// The identifier that the ledger will give a transaction.
    private mutating func name(
        of transaction: StoreTransaction, knownAs: String? = nil, among transactions: [IncomingTransaction],
        _ ledger: borrowing LedgerState
    ) -> String {
        guard transaction.id != transaction.originalID, transaction.isRevoked, places[transaction.id] == nil,
            ledger.transactions.purchase(transaction) == nil
        else { return transaction.id }
        let second = transaction.purchaseTime.seconds
        for second in second - 1...second + 1 {
            for name in names(among: transactions)[Purchase(transaction, second: second)] ?? [] {
                guard let known = places[name].map({ transactions[$0].transaction }),
                    transaction.isSamePurchase(as: known), known.isDescribed(by: transaction),
                    // The ledger rejects what another purchase's identifier has (D3).
                    ledger.transactions.purchase(known)?.transaction.isSamePurchase(as: known) != false
                else { continue }
                return name
            }
        }
        return knownAs ?? ledger.transactions.original(of: transaction)?.transaction.id ?? transaction.id
    }

    private mutating func names(among transactions: [IncomingTransaction]) -> [Purchase: [String]] {
        if let names { return names }
        let made = Dictionary(grouping: places) { Purchase(transactions[$0.value].transaction) }
            .mapValues { $0.map(\.key).sorted() }
        names = made
        return made
    }
}
