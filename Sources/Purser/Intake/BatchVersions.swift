/// The transactions that are about to be recorded, by the identifiers that the ledger will give them.
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

    /// The index of each in the batch, by its first version there.
    private var places: [String: Int] = [:]
    /// What will be recorded of those that have several versions in the batch.
    private var repeated: [String: RecordedPurchase] = [:]
    /// The identifiers of each purchase; `nil` before the first refund under another one.
    private var names: [Purchase: [String]]?
    private(set) var count = 0

    /// What will be recorded of a reported transaction, after its earlier record; `nil` when nothing is.
    ///
    /// - Parameters:
    ///   - mayBeRenamed: whether the report answers nobody.
    ///   - transactions: those that are about to be recorded; the first ones are those of the last call.
    mutating func purchase(
        of transaction: StoreTransaction, mayBeRenamed: Bool, after recorded: RecordedPurchase?,
        among transactions: [IncomingTransaction], _ ledger: borrowing LedgerState
    ) -> RecordedPurchase? {
        while count < transactions.count { add(transactions, ledger) }
        let name = mayBeRenamed ? name(of: transaction, among: transactions, ledger) : transaction.id
        guard let first = places[name],
            !transactions[first].transaction.environment.differs(from: transaction.environment)
        else { return recorded }
        return repeated[name] ?? purchase(transactions[first], as: name, ledger)
    }

    /// What will be recorded of a transaction that is the first of its name in the batch.
    private func purchase(_ incoming: IncomingTransaction, as name: String, _ ledger: borrowing LedgerState)
        -> RecordedPurchase
    {
        RecordedPurchase(
            incoming, named: name, after: ledger.transactions.purchase(incoming.transaction.with { $0.id = name }))
    }

    private mutating func add(_ transactions: [IncomingTransaction], _ ledger: borrowing LedgerState) {
        let incoming = transactions[count]
        var name = incoming.transaction.id
        if incoming.mayBeRenamed {
            name = self.name(
                of: incoming.transaction, knownAs: incoming.correction?.knownAs, among: transactions, ledger)
        }
        if let first = places[name] {
            let earlier = repeated[name] ?? purchase(transactions[first], as: name, ledger)
            repeated[name] = RecordedPurchase(incoming, named: name, after: earlier)
        } else {
            places[name] = count
            names?[Purchase(incoming.transaction), default: []].append(name)
        }
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
                    ledger.transactions.accepts(known)
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
