/// A payment without a transaction so far.
package struct RecordedPayment: Sendable {
    /// The request.
    package var intent: PaymentIntent
    /// How it ended, if it did; a transaction may still come (M5).
    package var ending: IntentEnding?
}

/// The payments without a transaction so far, and how many of them wait for an approval, by product.
package struct RecordedPayments: Sendable {
    private var table = QuickTable<PaymentToken, RecordedPayment>()
    /// How many are pending, by product; products without any are omitted.
    package private(set) var pending: [String: Int] = [:]
    private var hasNewPending = false
    /// The payments that ended without a transaction, in the order in which they ended.
    private var ended = Fifo<PaymentToken>()
    private let limit: Int
    /// The launches that requested payments, in the order in which the ledger got them: no clock decides which is
    /// older.
    private var launches: [UInt64: Int] = [:]
    private var latestLaunch: UInt64?

    /// Makes an empty value that keeps a limited number of ended payments for late transactions; the oldest are removed
    /// first.
    init(endedLimit: Int) { limit = endedLimit }

    /// How many ended payments are kept unless a test sets another number; and how many payments besides submitted ones
    /// may have a transaction that comes late.
    package static let endedLimit = 1_000

    /// The tokens of all of them, in no particular order.
    package var tokens: [PaymentToken] { table.keys }

    /// How long a payment stays pending: Ask to Buy ends after a day, and the rest is for banks and travels.
    private static var pendingLimit: Duration { .seconds(7 * 86_400) }

    /// Whether a payment that was requested then has been pending for longer than the limit (M3).
    ///
    /// - Parameter trusted: the App Store's own time.
    package static func hasLapsed(_ requestTime: Timestamp, at trusted: Timestamp) -> Bool {
        requestTime.advanced(by: pendingLimit) <= trusted
    }

    /// The pending payments that have lapsed, in no particular order.
    func lapsed(at trusted: Timestamp) -> [PaymentToken] {
        guard !pending.isEmpty else { return [] }
        return table.values
            .filter { $0.ending == .pending && Self.hasLapsed($0.intent.requestTime, at: trusted) }
            .map(\.intent.token)
    }

    /// All of them, the oldest first.
    package var ordered: [RecordedPayment] {
        table.values.sorted { age(of: $0.intent.token) < age(of: $1.intent.token) }
    }

    /// The payment of a token; `nil` when it has its transaction, or was never requested.
    package subscript(token: PaymentToken) -> RecordedPayment? { table[token] }

    func contains(_ token: PaymentToken) -> Bool { table.contains(token) }

    private func age(of token: PaymentToken) -> (Int, UInt64) { (launches[token.launch] ?? .max, token.number) }

    /// Records a payment that is about to be submitted.
    mutating func open(_ intent: PaymentIntent) {
        let launch = intent.token.launch
        if launch != latestLaunch {
            latestLaunch = launch
            if launches[launch] == nil { launches[launch] = launches.count }
        }
        if !pending.isEmpty, let old = table[intent.token], old.ending == .pending { count(old, -1) }
        table.put(RecordedPayment(intent: intent), for: intent.token)
    }

    /// Records a payment that ended, or became pending, without a transaction.
    mutating func end(_ token: PaymentToken, _ ending: IntentEnding) {
        guard ending != .answered, ending != .withdrawn else {
            remove(token)
            return
        }
        let old = table.update(token) { open in
            defer { open.ending = ending }
            return open
        }
        guard let old else { return }
        if (old.ending == .pending) != (ending == .pending) { count(old, ending == .pending ? 1 : -1) }
        guard ending != .pending else { return }
        ended.append(token)
        while ended.count > limit, let oldest = ended.popFirst() {
            // It may still be approved.
            if table[oldest]?.ending != .pending { remove(oldest) }
        }
    }

    /// A payment has its transaction.
    @discardableResult
    mutating func remove(_ token: PaymentToken) -> RecordedPayment? {
        guard let open = table.removeValue(forKey: token) else { return nil }
        if open.ending == .pending { count(open, -1) }
        return open
    }

    /// The pending payments, if they have changed since the last call.
    mutating func takeNewPending() -> [String: Int]? {
        guard hasNewPending else { return nil }
        hasNewPending = false
        return pending
    }

    private mutating func count(_ open: RecordedPayment, _ change: Int) {
        hasNewPending = true
        let count = (pending[open.intent.productID] ?? 0) + change
        pending[open.intent.productID] = count > 0 ? count : nil
    }

    /// Writes the open payments by age, then the endings of those that may be removed, in the order in which they
    /// ended.
    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        for open in ordered {
            try body(.piece(.openIntent(open.intent, open.ending == .pending ? .pending : nil)))
        }
        var (ended, left) = (ended, table)
        while let token = ended.popFirst() {
            guard let ending = left.removeValue(forKey: token)?.ending, ending != .pending else { continue }
            try body(.intentEnded(token, ending))
        }
    }
}
