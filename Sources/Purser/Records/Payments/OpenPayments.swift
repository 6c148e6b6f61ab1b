/// The open payments, found by token, and by product when a transaction names none.
///
/// The cost of each step does not depend on the number of open payments: submitted ones are in queues, one for each
/// kind of equal payments, and at most a fixed number of others is kept.
package struct OpenPayments: Sendable {
    /// An open payment.
    package typealias Row = PaymentRow

    private var rows = QuickTable<PaymentToken, Row>()
    /// The submitted ones; after the oldest of each kind some may have changed their state since.
    private var submitted = SubmittedPayments()
    /// The others but registered ones, by product, in the order of registration.
    private var late: [String: [PaymentToken]] = [:]
    private var lateCount = 0
    /// Those of them that may still be approved.
    private var approvableTokens: Set<PaymentToken> = [] { didSet { approvableChanges += 1 } }
    /// How often that has changed.
    package private(set) var approvableChanges = 0
    /// The order in which late ones are dropped; some may have changed their state since.
    private var droppable = Fifo<PaymentToken>()
    private var count: UInt64 = 0

    /// How many are open.
    package var size: Int { rows.count }
    /// All of them, in no particular order.
    package var all: [Row] { rows.values }
    /// All of them, in the order of registration.
    package var ordered: [Row] { rows.values.sorted { $0.order < $1.order } }

    /// No payments.
    package init() {}

    /// The payment of a token; `nil` when it is not open.
    package subscript(token: PaymentToken) -> Row? { rows[token] }

    /// Calls `body` with a payment, without copying it; `nil` when it is not open.
    package func read<Result>(_ token: PaymentToken, _ body: (borrowing Row) -> Result) -> Result? {
        rows.read(token, body)
    }

    /// Registers a payment; one of the same token replaces the other.
    package mutating func insert(_ row: consuming Row) {
        remove(row.token)
        let token = row.token
        count += 1
        row.order = count
        place(&row)
        rows.put(row, for: token)
    }

    /// Restores an open payment as it was, in its place.
    mutating func putBack(_ row: Row) {
        remove(row.token)
        var row = row
        place(&row)
        rows.put(row, for: row.token)
    }

    /// Changes a payment, if it is open.
    package mutating func update(_ token: PaymentToken, _ body: (inout Row) -> Void) {
        let change = rows.update(token) { row -> (PaymentState, Row)? in
            let old = row.state
            body(&row)
            return row.state == old ? nil : (old, row)
        }
        guard case (let old, var row)?? = change else { return }
        displace(row, old)
        place(&row)
        if row.state == .submitted { rows.put(row, for: token) }
    }

    /// A payment is open no longer.
    @discardableResult
    package mutating func remove(_ token: PaymentToken) -> Row? {
        guard let row = rows.removeValue(forKey: token) else { return nil }
        displace(row, row.state)
        return row
    }

    /// Drops payments so that no more than the limit are kept.
    package mutating func dropExcess() {
        while lateCount > MemoryLimits.latePayments, let token = droppable.popFirst() {
            if rows[token]?.state.isLate == true { remove(token) }
        }
        if droppable.count > 4 * MemoryLimits.latePayments { tidyDroppable() }
    }

    /// Keeps each that is late still once; at most the limit are left.
    private mutating func tidyDroppable() {
        var (kept, seen) = (Fifo<PaymentToken>(), Set<PaymentToken>())
        while let token = droppable.popFirst() {
            if rows[token]?.state.isLate == true, seen.insert(token).inserted { kept.append(token) }
        }
        droppable = kept
    }

    // MARK: Finding

    /// The oldest submitted payment of a user for these terms; `nil` when there is none.
    package func firstSubmitted(_ terms: Row.Terms, by user: UserID?) -> Row? {
        submitted.first(terms, by: user).flatMap { rows[$0] }
    }

    /// The oldest submitted payment of each kind of a product, in no particular order.
    package func firstSubmitted(of productID: String) -> [Row] {
        submitted.first(of: productID).compactMap { rows[$0] }
    }

    /// The payments of a product that are in one of these states, in the order of registration.
    package func late(of productID: String, _ states: Set<PaymentState>) -> [Row] {
        (late[productID] ?? []).compactMap { rows[$0] }.filter { states.contains($0.state) }
    }

    /// Whether any payment may still be approved; nearly always there is none.
    package var hasApprovable: Bool { !approvableTokens.isEmpty }

    /// The payments that may still be approved, in the order of registration.
    package var approvable: [Row] { approvableTokens.compactMap { rows[$0] }.sorted { $0.order < $1.order } }

    // MARK: Places

    private mutating func place(_ row: inout Row) {
        switch row.state {
        case .registered, .answered, .withdrawn: break
        case .submitted:
            row.queue = Int32(clamping: submitted.append(row))
        case .overdue, .unknown, .pending, .replaced, .cancelled, .failed:
            let product = row.productID
            let place = late[product, default: []].firstIndex { rows[$0].map { $0.order > row.order } ?? false }
            late[product, default: []].insert(row.token, at: place ?? late[product]?.count ?? 0)
            lateCount += 1
            if PaymentState.approvable.contains(row.state) { approvableTokens.insert(row.token) }
            droppable.append(row.token)
        }
    }

    private mutating func displace(_ row: Row, _ state: PaymentState) {
        switch state {
        case .registered, .answered, .withdrawn: break
        case .submitted: tidy(Int(row.queue), without: row.token)
        case .overdue, .unknown, .pending, .replaced, .cancelled, .failed:
            late[row.productID]?.removeAll { $0 == row.token }
            if late[row.productID]?.isEmpty == true { late[row.productID] = nil }
            lateCount -= 1
            if PaymentState.approvable.contains(state) { approvableTokens.remove(row.token) }
        }
    }

    /// Removes payments that are no longer submitted from the front of a queue.
    private mutating func tidy(_ queue: Int, without token: PaymentToken) {
        guard submitted.first(queue) == token else { return }
        repeat {
            submitted.removeFirst(queue)
        } while submitted.first(queue).map { rows.read($0) { $0.state } != .submitted } == true
    }
}
