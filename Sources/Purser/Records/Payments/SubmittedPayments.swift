/// The submitted payments, in one queue for each kind of equal payments, in the order of submission.
///
/// A payment has the index of its queue, so that nothing is looked up when it ends. Empty queues stay for the next
/// payment of their kind, up to a number.
struct SubmittedPayments: Sendable {
    /// The common terms of equal payments.
    struct Kind: Sendable, Hashable {
        let terms: PaymentRow.Terms
        let user: UserID?
    }

    private struct Queue: Sendable {
        /// The kind of its payments; `nil` when its index is free.
        let kind: Kind?
        var tokens = Fifo<PaymentToken>()

        /// Whether it is of this kind; it reads its own in its place.
        func holds(_ other: borrowing Kind) -> Bool {
            switch kind {
            case let kind?: kind.terms == other.terms && kind.user == other.user
            case nil: false
            }
        }
    }

    /// How many queues may be empty.
    private static var mostEmpty: Int { 64 }

    private var queues: [Queue] = []
    private var places: [Kind: Int] = [:]
    private var products: [String: [Int]] = [:]
    private var free: [Int] = []
    private var latest = 0
    private var emptyCount = 0

    /// Adds a payment after all others of its kind, and returns the index of its queue.
    mutating func append(_ row: borrowing PaymentRow) -> Int {
        let kind = Kind(terms: row.terms, user: row.user)
        let place = known(kind) ?? add(kind)
        latest = place
        if queues[place].tokens.isEmpty { emptyCount -= 1 }
        queues[place].tokens.append(row.token)
        return place
    }

    func first(_ place: Int) -> PaymentToken? { queues[place].tokens.first }

    mutating func removeFirst(_ place: Int) {
        _ = queues[place].tokens.popFirst()
        guard queues[place].tokens.isEmpty else { return }
        emptyCount += 1
        if emptyCount > Self.mostEmpty { dropEmpty() }
    }

    /// The oldest payment of a kind; `nil` when there is none.
    func first(_ terms: PaymentRow.Terms, by user: UserID?) -> PaymentToken? {
        known(Kind(terms: terms, user: user)).flatMap { queues[$0].tokens.first }
    }

    /// The oldest payment of each kind of a product, in no particular order.
    func first(of productID: String) -> [PaymentToken] {
        (products[productID] ?? []).compactMap { queues[$0].tokens.first }
    }

    private func known(_ kind: Kind) -> Int? {
        latest < queues.count && queues.inPlace(at: latest) { $0.holds(kind) } ? latest : places[kind]
    }

    private mutating func add(_ kind: Kind) -> Int {
        let place = free.popLast() ?? queues.count
        if place == queues.count { queues.append(Queue(kind: kind)) } else { queues[place] = Queue(kind: kind) }
        places[kind] = place
        products[kind.terms.productID, default: []].append(place)
        emptyCount += 1
        return place
    }

    private mutating func dropEmpty() {
        for place in queues.indices {
            guard queues[place].tokens.isEmpty, let kind = queues[place].kind else { continue }
            queues[place] = Queue(kind: nil)
            free.append(place)
            places[kind] = nil
            let product = kind.terms.productID
            products[product]?.removeAll { $0 == place }
            if products[product]?.isEmpty == true { products[product] = nil }
        }
        emptyCount = 0
    }
}
