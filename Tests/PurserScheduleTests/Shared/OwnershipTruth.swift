import Foundation
import Purser

/// What the world knows of the App Store and its customer, beside the app: who paid, who was named when, what was reset.
struct OwnershipTruth: Sendable {
    typealias Purchase = OwnershipBook.Purchase

    /// A call of `purchase`.
    struct Payment: Sendable {
        let user: UUID
        let productID: String
        let quantity: Int
        /// When it was called.
        let time: Timestamp
        /// The latest signed date that the app's handlers had seen for the user by then.
        let seen: Timestamp?
        let launch: Int
        /// Whether the backend was given it.
        var wasSubmitted = false
        /// Whether it ended as cancelled or failed.
        var failed = false

        /// Whether a user asked for what was bought with it.
        func asked(for transaction: StoreTransaction, _ user: UUID) -> Bool {
            self.user == user && productID == transaction.productID && wasSubmitted
        }
    }

    /// A user who was named for a purchase.
    struct Naming: Sendable {
        let user: UUID?
        let time: Timestamp
    }

    /// Each call by its context.
    var payments: [String: Payment] = [:]
    /// The users whom the App Store named for a purchase, oldest first.
    private(set) var namings: [Purchase: [Naming]] = [:]
    /// What was in an account when it was reset.
    private(set) var past: [Purchase: StoreTransaction] = [:]
    /// What was refunded, also if it was reinstated.
    var refunded: Set<String> = []
    /// The launches that ended in good order.
    var orderlyLaunches: Set<Int> = []
    /// The products of which StoreKit 1 has made copies, which have no price.
    private(set) var copied: Set<String> = []

    /// Notes what the App Store says of its transactions now.
    mutating func look(at transactions: [StoreTransaction], _ now: Timestamp) {
        copied.formUnion(transactions.filter { $0.price == nil }.map(\.productID))
        for transaction in transactions where namings[Purchase(transaction)] == nil {
            namings[Purchase(transaction)] = [Naming(user: transaction.appAccountToken, time: now)]
        }
    }

    /// The server names another user.
    mutating func named(_ user: UUID, _ transaction: StoreTransaction, at now: Timestamp) {
        guard namings[Purchase(transaction)]?.last?.user != user else { return }
        namings[Purchase(transaction), default: []].append(Naming(user: user, time: now))
    }

    /// An account is reset.
    mutating func reset(_ transactions: [StoreTransaction]) {
        for transaction in transactions { past[Purchase(transaction)] = transaction }
    }

    /// What the identifier of a purchase stood for before; `nil` when for nothing else.
    func former(_ purchase: Purchase) -> StoreTransaction? {
        past.first { $0.key.id == purchase.id && $0.key.environment == purchase.environment && $0.key != purchase }?
            .value
    }

    /// The products of which a purchase was refunded that has the identifier of one before the reset.
    ///
    /// The refund may be told under an identifier of its own. What it then names as original is the purchase before the reset.
    func refundedNamesakes(in transactions: [StoreTransaction]) -> Set<String> {
        let refunded = (transactions + past.values).filter { $0.revocationDate != nil }
        return Set(refunded.filter { former(Purchase($0))?.productID == $0.productID }.map(\.productID))
    }

    /// The users named for a purchase, by the latest first.
    func names(of purchase: Purchase) -> [UUID] { (namings[purchase] ?? []).compactMap(\.user).reversed() }

    /// Whether the server named another user after the purchase.
    func wasRenamed(_ purchase: Purchase) -> Bool { (namings[purchase]?.count ?? 0) > 1 }

    /// Whether the server named another user for what was bought about when a call was made: where answers name no payment,
    /// that call gets no answer, and those behind it may wait until their deadline, too.
    func wasRenamed(about call: String) -> Bool {
        guard let called = payments[call]?.time.date.timeIntervalSince1970 else { return false }
        return namings.keys.contains { wasRenamed($0) && abs(TimeInterval($0.second) - called) < 900 }
    }

    /// Whether the purchase named nobody when it was made.
    func wasNameless(_ purchase: Purchase) -> Bool { namings[purchase]?.first?.user == nil }

    /// Who may hold a purchase at first: by name or, where reports may lack names, by payment.
    ///
    /// - Returns: `nil` where nothing but the moment of the first report tells whose it is, so that it may be anybody's.
    func firstHolders(_ transaction: StoreTransaction, _ scenario: OwnershipScenario) -> Set<UUID>? {
        let purchase = Purchase(transaction)
        guard let first = namings[purchase]?.first, let payer = first.user else { return nil }
        let names = Set(names(of: purchase))
        guard scenario.unnamedAccounts > 0 else { return names }
        if scenario.hasOthers || scenario.chargesAfterFailure { return nil }
        // A copy, a renewal or an upgrade continues what somebody has.
        if transaction.price == nil || transaction.productType == .autoRenewable { return nil }
        let equal = payments.values.filter {
            $0.productID == transaction.productID && $0.quantity == transaction.purchasedQuantity
        }
        let failed = equal.contains { $0.failed && $0.user == payer }
        return failed || equal.contains { $0.user != payer } ? nil : names
    }
}
