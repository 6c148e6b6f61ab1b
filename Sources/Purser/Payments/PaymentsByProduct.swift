#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The payments under way, by what a transaction that names none says of its payment: product, quantity and account.
///
/// Each is found at once, however many wait. Those that have ended meanwhile are passed over when their turn comes.
struct PaymentsByProduct: Sendable {
    /// What a transaction says of its payment besides the product.
    struct Traits: Sendable, Hashable {
        var quantity: Int
        var account: UUID?

        /// Whether a transaction can be what a payment of these traits asked for.
        ///
        /// The account counts only where the store gives one: not every store returns it.
        func fits(_ transaction: StoreTransaction) -> Bool {
            quantity == transaction.purchasedQuantity
                && (transaction.appAccountToken == nil || transaction.appAccountToken == account)
        }

        /// Whether an ending can be that of a payment of these traits; what it does not report excludes nothing.
        func fits(_ ending: PaymentEnding) -> Bool {
            (ending.quantity ?? quantity) == quantity && (ending.appAccountToken ?? account) == account
        }
    }

    /// What a payment is to an answer that fits it.
    enum Candidate {
        case fits
        /// It has an end already.
        case ended
        /// It is under way, but this answer was told before.
        case waitsForAnother
    }

    private typealias Found = (traits: Traits, token: PaymentToken)

    private var products: [String: [Traits: Fifo<PaymentToken>]] = [:]

    /// - Parameter payments: those under way, in the order in which they went out.
    init(_ payments: [BackendPayment]) {
        for payment in payments { append(payment) }
    }

    /// A payment goes out.
    mutating func append(_ payment: BackendPayment) {
        let traits = Traits(quantity: payment.quantity, account: payment.appAccountToken)
        products[payment.productID, default: [:]][traits, default: Fifo()].append(payment.token)
    }

    /// Takes out the payment that went out first of those that fit a transaction, and of none where they belong to several
    /// users and the transaction says nothing of its user.
    mutating func takeFirst(
        fitting transaction: StoreTransaction, _ look: (PaymentToken) -> Candidate
    ) -> PaymentToken? {
        let isNamed = transaction.appAccountToken != nil
        return takeFirst(
            of: transaction.productID, look, where: { $0.fits(transaction) },
            among: { isNamed ? $0 : Self.ofOneUser($0) })
    }

    /// Those of nobody in particular; without such ones all, if they belong to one user.
    private static func ofOneUser(_ found: [Found]) -> [Found] {
        let unnamed = found.filter { $0.traits.account == nil }
        guard unnamed.isEmpty else { return unnamed }
        return Set(found.map(\.traits.account)).count == 1 ? found : []
    }

    /// Takes out the payment that went out first of those that an ending fits: of those with its account, or else of all.
    mutating func takeFirst(fitting ending: PaymentEnding, _ look: (PaymentToken) -> Candidate) -> PaymentToken? {
        func own(_ found: [Found]) -> [Found] {
            let own = found.filter { $0.traits.account == ending.appAccountToken }
            return own.isEmpty ? found : own
        }
        return takeFirst(of: ending.productID, look, where: { $0.fits(ending) }, among: own)
    }

    private mutating func takeFirst(
        of productID: String, _ look: (PaymentToken) -> Candidate, where fits: (Traits) -> Bool,
        among choose: ([Found]) -> [Found]
    ) -> PaymentToken? {
        guard var alike = products.removeValue(forKey: productID) else { return nil }
        var found: [Found] = []
        for traits in alike.keys where fits(traits) {
            guard let token = Self.firstUnderWay(&alike[traits], look) else { continue }
            found.append((traits, token))
        }
        let first = choose(found).min { $0.token.number < $1.token.number }
        if let first { _ = alike[first.traits]?.popFirst() }
        alike = alike.filter { !$0.value.isEmpty }
        if !alike.isEmpty { products[productID] = alike }
        return first?.token
    }

    /// The first of those alike, if it can be the one that is looked for.
    private static func firstUnderWay(_ payments: inout Fifo<PaymentToken>?, _ look: (PaymentToken) -> Candidate)
        -> PaymentToken?
    {
        while let token = payments?.first {
            switch look(token) {
            case .fits: return token
            case .waitsForAnother: return nil
            case .ended: _ = payments?.popFirst()
            }
        }
        return nil
    }
}
