import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How the records are made of notes and of what the App Store lists.
extension TortureRecords {
    /// Reads what was noted, and which of the listed purchases the app finishes by itself.
    mutating func read(_ folder: TortureFolder) {
        calls = folder.userCalls()
        seen = folder.sightings()
        payments = folder.lines(folder.payments).map { UserPayment(line: $0) }
        moves = folder.lines(folder.moves).map { UserMove(line: $0) }
        let manual = Set(seen.compactMap { $0 }.filter(\.isManual).map(\.id))
        for index in listed.indices {
            listed[index].isManual =
                users.isShared
                ? manual.contains(listed[index].id) : listed[index].productID == TorturePlan.manualProductID
        }
    }
}

extension TortureRecords.Listed {
    /// A transaction, with its units counted by its refund alone.
    init(_ transaction: StoreTransaction) {
        self.init(
            id: transaction.id, productID: transaction.productID, type: transaction.productType,
            group: transaction.subscriptionGroupID, user: transaction.appAccountToken,
            remaining: Self.remaining(of: transaction))
    }

    /// The units that a refund has left: of a consumable whole ones, of all else nothing.
    private static func remaining(of transaction: StoreTransaction) -> Int {
        let quantity = transaction.purchasedQuantity
        if transaction.isUpgraded { return 0 }
        guard transaction.revocationDate != nil else { return quantity }
        guard transaction.productType == .consumable else { return 0 }
        let percentage = Int("\(transaction.revocationPercentage ?? 100)") ?? 100
        return quantity - quantity * percentage / 100
    }
}

extension TortureRecords.Charge {
    /// A charge as the App Store counts it.
    init(_ charge: SimulatedCharge) {
        self.init(
            id: charge.transactionID, token: charge.token.map { "\($0)" } ?? "-", productID: charge.productID,
            quantity: charge.quantity)
    }
}
