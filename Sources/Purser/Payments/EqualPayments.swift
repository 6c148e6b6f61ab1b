/// Payments that differ only in their account, context or finishing, when answers do not name their payment and may
/// omit the account (M4).
///
/// Of those that are equal in product and quantity one is submitted at a time. The others are held until it has ended,
/// or the backend has had it for the limit of the configuration.
package struct EqualPayments: Sendable {
    private struct Kind: Hashable, Sendable {
        let productID: String
        let quantity: Int

        init(_ payment: BackendPayment) { (productID, quantity) = (payment.productID, payment.quantity) }
    }

    private struct Equals: Sendable {
        /// The one that is out.
        var first: PaymentToken
        /// When it was submitted; `nil` before that.
        var since: Duration?
        var held = Fifo<BackendPayment>()
        /// Whether its duration is watched.
        var isWatched = false
    }

    private var kinds: [Kind: Equals] = [:]
    private var toWatch: [Watch] = []
    private var newlyHeld: [Held] = []

    /// A payment that is held.
    package struct Held: Sendable, Hashable {
        /// The product.
        package let productID: String
        /// How many equal payments are before it.
        package let position: Int
    }

    /// A payment that equal ones wait for.
    package struct Watch: Sendable {
        /// The payment.
        package let token: PaymentToken
        /// Since when the backend has it.
        package let since: Duration
    }

    /// Whether a payment may be submitted now; otherwise it is held.
    mutating func mayGoOut(_ payment: BackendPayment) -> Bool {
        let kind = Kind(payment)
        guard kinds[kind] != nil else {
            kinds[kind] = Equals(first: payment.token)
            return true
        }
        kinds[kind]?.held.append(payment)
        newlyHeld.append(Held(productID: payment.productID, position: kinds[kind]?.held.count ?? 1))
        watch(kind)
        return false
    }

    mutating func submitted(_ payment: BackendPayment, at time: Duration) {
        let kind = Kind(payment)
        guard kinds[kind]?.first == payment.token else { return }
        kinds[kind]?.since = time
        watch(kind)
    }

    /// A payment has ended, or has reached the limit.
    ///
    /// - Returns: the next equal payment, which may be submitted now.
    mutating func passed(_ payment: BackendPayment) -> BackendPayment? {
        let kind = Kind(payment)
        guard var equals = kinds[kind], equals.first == payment.token else { return nil }
        guard let next = equals.held.popFirst() else {
            kinds[kind] = nil
            return nil
        }
        (equals.first, equals.since, equals.isWatched) = (next.token, nil, false)
        kinds[kind] = equals
        return next
    }

    /// All held payments, in the order of their requests: they are released when answers turn out to name their
    /// payments.
    var held: [BackendPayment] {
        kinds.values.flatMap { $0.held.prefix($0.held.count) }.sorted { $0.token.number < $1.token.number }
    }

    /// The payments that others have begun to wait for, and the time of each submission; each once.
    mutating func takeWatches() -> [Watch] {
        defer { toWatch = [] }
        return toWatch
    }

    /// The payments that are held since the last call, each once.
    mutating func takeNewlyHeld() -> [Held] {
        defer { newlyHeld = [] }
        return newlyHeld
    }

    private mutating func watch(_ kind: Kind) {
        guard let equals = kinds[kind], let since = equals.since, !equals.held.isEmpty, !equals.isWatched else {
            return
        }
        kinds[kind]?.isWatched = true
        toWatch.append(Watch(token: equals.first, since: since))
    }
}
