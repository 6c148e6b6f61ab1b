import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The sides that must agree when nothing is under way any more: the App Store's own list, the notes of the handlers' calls,
/// and what the store shows each user.
struct TortureRecords: Sendable {
    /// The users of the run.
    let users: TortureUsers
    /// What becomes of a purchase for which another user is named.
    let policy: AccountMovePolicy

    /// A transaction as the App Store lists it.
    struct Listed: Sendable, Hashable {
        /// The identifier of the transaction.
        var id: String
        /// The product.
        var productID: String
        /// The type of the product.
        var type: StoreProduct.ProductType
        /// The subscription group; `nil` for what is no subscription.
        var group: String?
        /// The user whom the App Store names.
        var user: UUID?
        /// How many units are not refunded.
        var remaining: Int
        /// Whether the app finishes it by itself.
        var isManual = false
    }

    /// Something that the App Store took money for.
    struct Charge: Sendable, Hashable {
        /// The identifier of the transaction.
        var id: String
        /// The payment that asked for it.
        var token: String
        /// The product.
        var productID: String
        /// How many were bought.
        var quantity: Int
    }

    /// What the store showed a user in the end.
    struct Shown: Sendable, Hashable {
        /// Whether nothing was left to do in the user's session.
        var isSettled = true
        /// How many of each consumable the store counts.
        var balances: [String: Int] = [:]
        /// The products that may be used.
        var owned: Set<String> = []
        /// The number of the last update in the user's ledger.
        var lastSequence: UInt64 = 0
        /// How many transactions are unfinished in the user's session.
        var unfinished = 0
        /// Dead letters, and updates that the consumer failed for.
        var failed = 0
    }

    /// All transactions that the App Store lists, oldest first.
    var listed: [Listed] = []
    /// All charges, oldest first.
    var charges: [Charge] = []
    /// The transaction of each refund.
    var refunds: [String] = []
    /// The rounds whose worker was killed.
    var killed: Set<Int> = []
    /// The transactions that the App Store waits for.
    var unfinished: [String] = []
    /// The calls that no store should make.
    var violations: [String] = []
    /// What each user was shown in the end.
    var shown: [UUID: Shown] = [:]
    /// The payments that were noted.
    var payments: [UserPayment?] = []
    /// The moves that were noted.
    var moves: [UserMove?] = []
    /// The calls that were noted.
    var calls: [UserCall?] = []
    /// The updates that the named consumer noted.
    var seen: [SeenUpdate?] = []

    /// Records without any entry.
    init(users: TortureUsers, policy: AccountMovePolicy) { (self.users, self.policy) = (users, policy) }

    /// How often a handler was called again because a kill or a switch came before its record.
    var repeatedCalls: Int {
        let calls = calls.compactMap { $0 }
        return calls.count - Set(calls.map { "\($0.kind.rawValue) \($0.user) \($0.key)" }).count
    }

    /// How often an update was delivered to the consumer again because a kill or a switch came before its acknowledgement.
    var repeatedUpdates: Int {
        let seen = seen.compactMap { $0 }
        return seen.count - Set(seen.map { "\($0.user) \($0.sequence)" }).count
    }

    /// How many purchases were recorded when nobody waited for them any more.
    var lateCharges: Int {
        Set(seen.compactMap { $0 }.filter { $0.isLate && $0.kind == "purchased" }.map(\.id)).count
    }

    /// Everything that does not agree, in words; nothing when all is right.
    func differences() -> [String] {
        unreadable + chargeDifferences() + holderDifferences() + needlessRepeats() + recordDifferences()
            + contextDifferences() + shownDifferences() + updateDifferences() + leftovers
    }

    /// Notes that make no sense.
    private var unreadable: [String] {
        let count =
            calls.count { $0 == nil } + payments.count { $0 == nil } + moves.count { $0 == nil }
            + seen.count { $0 == nil }
        return count == 0 ? [] : ["\(Wording.count(count, "note")) cannot be read"]
    }

    /// Transactions that the App Store waits for, and calls that no store should make.
    private var leftovers: [String] {
        let ids = unfinished.prefix(5).joined(separator: ", ")
        return (unfinished.isEmpty ? [] : ["\(Wording.count(unfinished.count, "transaction")) unfinished: \(ids)"])
            + violations
    }
}
