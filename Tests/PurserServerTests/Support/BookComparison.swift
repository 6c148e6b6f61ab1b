#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    /// Compares a book with the same deliveries, decided in memory one after the other.
    struct BookComparison {
        let deliveries: [RandomLives.Delivery]
        let book: PurchaseBook

        /// What differs; empty where nothing does.
        ///
        /// Where purchases move to other users, only what each may use has to be equal: to whom an update is given depends on
        /// the order of arrival.
        func faults() async throws -> [String] {
            var shelf = LineShelf()
            for delivery in deliveries.sorted(by: { $0.time < $1.time }) { try shelf.report(delivery.value) }
            var faults: [String] = []
            for holder in Set(deliveries.map(\.holder)) {
                let user = try #require(holder.user)
                let snapshot = try await book.users.entitlementSnapshot(of: user)
                for time in [1_050, 1_150] as [Int64] {
                    let expected = try shelf.entitlements(of: user, at: time)
                    let found = StoreEntitlements(snapshot, deviceTime: at(time))
                    if found.activeProductIDs != expected.activeProductIDs
                        || found.purchasedQuantities != expected.purchasedQuantities
                    {
                        faults.append("entitlements at \(time)")
                    }
                }
                faults += Self.faults(of: try await book.updates(of: user, limit: 10_000))
            }
            return faults
        }

        /// The numbers have no gap, and each update of a transaction is a change after the one before it.
        static func faults(of updates: [StoreUpdate]) -> [String] {
            var latest: [String: StoreTransaction] = [:]
            var faults: [String] = []
            if updates.enumerated().contains(where: { $1.sequence != UInt64($0) + 1 }) { faults.append("numbers") }
            for update in updates where update.kind != .statusChanged {
                if let old = latest[update.transaction.id], !update.transaction.isChange(after: old) {
                    faults.append("order")
                }
                latest[update.transaction.id] = update.transaction
            }
            return faults
        }
    }
#endif
