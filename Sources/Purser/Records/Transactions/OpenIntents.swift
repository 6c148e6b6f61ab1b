/// The payments without a transaction so far, and how many of them wait for somebody's decision, by product.
package struct OpenIntents: Sendable {
    private var table = QuickTable<PaymentToken, LedgerState.OpenIntent>()
    /// How many were put off, by product; products without any are left out.
    package private(set) var pending: [String: Int] = [:]
    /// Whether that has changed since it was published.
    private(set) var isNews = false

    var isEmpty: Bool { table.isEmpty }
    /// How many there are.
    package var count: Int { table.count }
    /// The tokens of all of them, in no particular order.
    package var keys: [PaymentToken] { table.keys }
    /// All of them, in no particular order.
    package var values: [LedgerState.OpenIntent] { table.values }

    /// The payment of a token; `nil` when it has its transaction, or was never asked for.
    package subscript(token: PaymentToken) -> LedgerState.OpenIntent? { table[token] }

    func contains(_ token: PaymentToken) -> Bool { table.contains(token) }

    mutating func put(_ open: LedgerState.OpenIntent, for token: PaymentToken) {
        if !pending.isEmpty, let old = table[token], old.ending == .pending { count(old, -1) }
        if open.ending == .pending { count(open, 1) }
        table.put(open, for: token)
    }

    mutating func update(_ token: PaymentToken, _ body: (inout LedgerState.OpenIntent) -> Void) {
        let changed = table.update(token) { open in
            let old = open
            body(&open)
            return (old: old, new: open)
        }
        guard let (old, new) = changed else { return }
        guard (old.ending == .pending) != (new.ending == .pending) else { return }
        count(new, new.ending == .pending ? 1 : -1)
    }

    @discardableResult
    mutating func removeValue(forKey token: PaymentToken) -> LedgerState.OpenIntent? {
        guard let open = table.removeValue(forKey: token) else { return nil }
        if open.ending == .pending { count(open, -1) }
        return open
    }

    /// What was put off, if that has changed since it was taken the last time.
    mutating func takeNews() -> [String: Int]? {
        guard isNews else { return nil }
        isNews = false
        return pending
    }

    private mutating func count(_ open: LedgerState.OpenIntent, _ change: Int) {
        isNews = true
        let count = (pending[open.intent.productID] ?? 0) + change
        pending[open.intent.productID] = count > 0 ? count : nil
    }
}
