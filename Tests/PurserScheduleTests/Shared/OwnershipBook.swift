import Foundation
import Purser

/// Who holds which transaction, and how many units the shop of each user has: from the calls of the app's handlers alone.
///
/// It knows nothing of ledgers, payments and tokens. What is compared with it comes from the App Store's own list.
struct OwnershipBook: Sendable {
    /// A purchase, whatever its identifier stood for before an account was reset.
    struct Purchase: Sendable, Hashable, CustomStringConvertible {
        let environment: String
        let id: String
        /// When it was bought, to the second.
        let second: Int64

        init(_ transaction: StoreTransaction) {
            // Not every platform reports it; only where there are two accounts does it matter.
            environment = transaction.environment == .sandbox ? "sandbox" : ""
            id = transaction.id
            second = Int64(transaction.purchaseDate.timeIntervalSince1970.rounded(.down))
        }

        var description: String { "\(id)\(environment.isEmpty ? "" : " (\(environment))")" }
    }

    /// A handler.
    enum Call: String, Sendable {
        case grant
        case revoke
    }

    /// One call of a handler.
    struct Entry: Sendable {
        let call: Call
        let user: UUID
        let purchase: Purchase
        let update: StoreUpdate
        let time: Timestamp
    }

    private(set) var entries: [Entry] = []
    /// The units that the shop of each user has of each purchase.
    private var units: [UUID: [Purchase: Int]] = [:]
    private var keys: [StoreUpdate.Key: String] = [:]
    private var granted: Set<StoreUpdate.Key> = []
    /// The updates that were granted although a grant had returned.
    private(set) var grantedAgain: [StoreUpdate] = []
    private(set) var findings: [OwnershipFinding] = []

    /// A handler is called.
    mutating func begin(_ call: Call, _ update: StoreUpdate, for user: UUID, at time: Timestamp) {
        let purchase = Purchase(update.transaction)
        entries.append(Entry(call: call, user: user, purchase: purchase, update: update, time: time))
        let text = "\(user) \(update.transaction.id)"
        if let known = keys[update.key], known != text {
            findings.append(OwnershipFinding(.keys, "\(update.key): \(known), \(text)"))
        }
        keys[update.key] = text
    }

    /// A handler does its work.
    ///
    /// - Parameter setsCredit: whether the app sets its credit; otherwise granting only raises it, and revoking lowers it.
    mutating func change(_ call: Call, _ update: StoreUpdate, for user: UUID, setsCredit: Bool) {
        let purchase = Purchase(update.transaction)
        let (has, reported) = (units[user]?[purchase] ?? 0, update.transaction.remainingQuantity)
        units[user, default: [:]][purchase] =
            setsCredit ? reported : call == .grant ? max(has, reported) : min(has, reported)
    }

    /// A handler returns.
    mutating func end(_ call: Call, _ update: StoreUpdate) {
        if call == .grant, !granted.insert(update.key).inserted { grantedAgain.append(update) }
    }

    /// The units that the shop of a user has of a purchase.
    func units(of purchase: Purchase, for user: UUID) -> Int { units[user]?[purchase] ?? 0 }

    /// All that the shop of a user has some of.
    func held(by user: UUID) -> [Purchase: Int] { (units[user] ?? [:]).filter { $0.value > 0 } }

    /// The users whose shops have some of a purchase.
    func holders(of purchase: Purchase) -> [UUID] { units.filter { $0.value[purchase] ?? 0 > 0 }.map(\.key) }

    /// Whether a copy of a purchase was granted, which StoreKit 1 makes without a price.
    func isGrantedAsCopy(_ transaction: StoreTransaction) -> Bool {
        let second = Purchase(transaction).second
        return entries.contains { entry in
            let copy = entry.update.transaction
            guard entry.call == .grant, copy.price == nil, copy.id != transaction.id else { return false }
            return copy.originalID == transaction.originalID && copy.productID == transaction.productID
                && (copy.productType != .autoRenewable || entry.purchase.second == second)
        }
    }

    /// The app deletes the shop of a user who has left.
    mutating func leave(_ user: UUID) { units[user] = nil }

    /// The calls for a purchase, oldest first.
    func calls(for purchase: Purchase) -> [Entry] { entries.filter { $0.purchase == purchase } }
}
