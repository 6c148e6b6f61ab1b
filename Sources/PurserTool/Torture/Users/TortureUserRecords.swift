import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The sides that must agree when nothing is under way any more: the App Store's own list, the notes of the handlers' calls,
/// and what the store shows each user.
struct TortureUserRecords: Sendable {
    let users: TortureUsers
    let policy: AccountMovePolicy

    /// A transaction as the App Store lists it.
    struct Listed: Sendable, Hashable {
        var id: String
        var productID: String
        var type: StoreProduct.ProductType
        /// The subscription group; `nil` for what is no subscription.
        var group: String?
        /// The user whom the App Store names.
        var user: UUID?
        /// How many units are not refunded.
        var standing: Int

        /// Whether the app finishes it by itself.
        var isManual: Bool { productID == TortureUserPlan.manualProductID }
    }

    /// Something that the App Store took money for.
    struct Charge: Sendable, Hashable {
        var id: String
        /// The payment that asked for it.
        var token: String
        var productID: String
        var quantity: Int
    }

    /// What the store showed a user in the end.
    struct Shown: Sendable, Hashable {
        /// Whether nothing was left to do in the user's session.
        var isSettled = true
        var balances: [String: Int] = [:]
        var owned: Set<String> = []
        var lastSequence: UInt64 = 0
        var unfinished = 0
        /// Dead letters, and updates that the consumer failed for.
        var failed = 0
    }

    var listed: [Listed] = []
    var charges: [Charge] = []
    var refunds = 0
    /// The transactions that the App Store waits for.
    var unfinished: [String] = []
    /// The calls that no store should make.
    var violations: [String] = []
    var shown: [UUID: Shown] = [:]
    var payments: [UserPayment?] = []
    var moves: [UserMove?] = []
    var calls: [UserCall?] = []
    var seen: [SeenUserUpdate?] = []

    init(users: TortureUsers, policy: AccountMovePolicy) { (self.users, self.policy) = (users, policy) }

    /// How often a handler was called again because a kill or a switch came before its record.
    var repeatedCalls: Int {
        let calls = calls.compactMap { $0 }
        return calls.count - Set(calls.map { "\($0.kind.rawValue) \($0.user) \($0.key)" }).count
    }

    /// How often an update was delivered to the consumer again because a kill or a switch came before its acknowledgement.
    var repeatedUpdates: Int {
        let seen = seen.compactMap { $0 }
        return seen.count - Set(seen.map { "\($0.user) \($0.update.sequence)" }).count
    }

    /// How many purchases were recorded when nobody waited for them any more.
    var lateCharges: Int {
        Set(seen.compactMap { $0 }.filter { $0.update.isLate && $0.update.kind == "purchased" }.map(\.update.id)).count
    }

    /// Everything that does not agree, in words; nothing when all is right.
    func differences() -> [String] {
        unreadable + chargeDifferences() + holderDifferences() + contextDifferences() + shownDifferences()
            + updateDifferences() + leftOvers
    }

    private var unreadable: [String] {
        let count =
            calls.count { $0 == nil } + payments.count { $0 == nil } + moves.count { $0 == nil }
            + seen.count { $0 == nil }
        return count == 0 ? [] : ["\(Words.count(count, "note")) cannot be read"]
    }

    private var leftOvers: [String] {
        let ids = unfinished.prefix(5).joined(separator: ", ")
        return (unfinished.isEmpty ? [] : ["\(Words.count(unfinished.count, "transaction")) unfinished: \(ids)"])
            + violations
    }
}

extension TortureUserRecords.Listed {
    /// A transaction, with its units counted by its refund alone.
    init(_ transaction: StoreTransaction) {
        self.init(
            id: transaction.id, productID: transaction.productID, type: transaction.productType,
            group: transaction.subscriptionGroupID, user: transaction.appAccountToken,
            standing: Self.standing(of: transaction))
    }

    /// The units that a refund has left: of a consumable whole ones, of all else nothing.
    private static func standing(of transaction: StoreTransaction) -> Int {
        let quantity = transaction.purchasedQuantity
        if transaction.isUpgraded { return 0 }
        guard transaction.revocationDate != nil else { return quantity }
        guard transaction.productType == .consumable else { return 0 }
        let percentage = Int("\(transaction.revocationPercentage ?? 100)") ?? 100
        return quantity - quantity * percentage / 100
    }
}

extension TortureUserRecords.Charge {
    /// A charge as the App Store counts it.
    init(_ charge: SimulatedCharge) {
        self.init(
            id: charge.transactionID, token: charge.token.map { "\($0)" } ?? "-", productID: charge.productID,
            quantity: charge.quantity)
    }
}
