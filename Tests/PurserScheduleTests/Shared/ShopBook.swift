import Foundation
import Purser

/// How many units of each transaction the shop of the app's user has, by the calls of its handlers alone.
struct ShopBook: Sendable {
    /// A handler.
    enum Call: Sendable {
        case granting
        case revoking
    }

    /// The units of each transaction.
    private(set) var held: [String: Int] = [:]
    /// The calls that were made although the shop had what they were to bring about for certain.
    private(set) var needless: [String] = []
    /// The transactions of which a call failed or was cut off, so that nobody knows what it did.
    private var unsure: Set<String> = []

    /// The app is launched while grants of these transactions are due: the store counts each as begun.
    mutating func relaunched(owing transactionIDs: [String]) { unsure.formUnion(transactionIDs) }

    /// A handler is called.
    ///
    /// - Returns: whether what the shop has is certain.
    mutating func begin(_ call: Call, _ update: StoreUpdate) -> Bool {
        let id = update.transaction.id
        let (has, remaining) = (held[id] ?? 0, Self.remaining(of: update.transaction))
        let isOf = call == .granting ? remaining > has : remaining < has
        if !isOf, !unsure.contains(id) {
            needless.append("F8: \(call) \(update) was called for a shop that has \(has)")
        }
        return unsure.insert(id).inserted
    }

    /// A handler does its work.
    ///
    /// - Parameter setsCredit: whether the app sets its credit; otherwise granting only raises it, and revoking lowers it.
    mutating func change(_ call: Call, _ update: StoreUpdate, _ setsCredit: Bool) {
        let (id, reported) = (update.transaction.id, update.transaction.remainingQuantity)
        let has = held[id] ?? 0
        held[id] = setsCredit ? reported : call == .granting ? max(has, reported) : min(has, reported)
    }

    /// A handler has succeeded.
    ///
    /// What the shop has is certain then, unless a revoke followed a call that may have done nothing: whether so many are left
    /// nobody knows but an app that sets its credit.
    mutating func succeed(_ call: Call, _ update: StoreUpdate, _ wasSure: Bool) {
        if call == .granting || wasSure { unsure.remove(update.transaction.id) }
    }

    /// How many units of a transaction stand, by what the App Store says of it.
    static func remaining(of transaction: StoreTransaction) -> Int {
        let quantity = transaction.purchasedQuantity
        if transaction.isUpgraded { return 0 }
        guard transaction.revocationTime != nil else { return quantity }
        guard transaction.productType == .consumable else { return 0 }
        let refunded = Decimal(quantity) * (transaction.revocationPercentage ?? 100) / 100
        return quantity - Int(NSDecimalNumber(decimal: refunded).doubleValue)
    }
}
