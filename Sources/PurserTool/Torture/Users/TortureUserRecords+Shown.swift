import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What the store shows each user, against what the notes and the App Store say.
extension TortureUserRecords {
    /// Balances, entitlements and what is left to do, user by user.
    func shownDifferences() -> [String] {
        let book = UnitBook(calls.compactMap { $0 })
        return users.ids.flatMap { user -> [String] in
            let name = users.name(user)
            // Where one session does not settle, later ones are not opened.
            guard let shown = shown[user] else { return isSettled ? ["\(name) was never shown anything"] : [] }
            var differences = differences(shown, to: user, book)
            if !shown.isSettled { differences.append("the session of \(name) does not settle") }
            if shown.unfinished > 0 {
                differences.append("\(name) has \(Words.count(shown.unfinished, "transaction")) unfinished")
            }
            if shown.failed > 0 { differences.append("\(name) has \(Words.count(shown.failed, "failed update"))") }
            return differences
        }
    }

    /// Whether a user holds, by the calls of the handlers, what is shown, and all units that stand.
    func isDelivered(_ shown: Shown, to user: UUID) -> Bool {
        let book = UnitBook(calls.compactMap { $0 })
        let held = book.held(by: user)
        let isWhole = listed.allSatisfy { transaction in
            guard let units = held[transaction.id] else { return true }
            return transaction.isManual || units == transaction.standing
        }
        return isWhole && differences(shown, to: user, book).isEmpty
    }

    /// Whether nothing is left to do in any session that was opened.
    private var isSettled: Bool { shown.values.allSatisfy(\.isSettled) }

    /// Where what a user is shown differs from what the user holds.
    private func differences(_ shown: Shown, to user: UUID, _ book: UnitBook) -> [String] {
        let (name, held) = (users.name(user), book.held(by: user))
        let standing = listed.filter { $0.standing > 0 && held[$0.id] != nil }
        return balanceDifferences(name, shown, standing) + ownedDifferences(name, shown, standing)
    }

    /// Balances that are not the sum of the units that stand.
    private func balanceDifferences(_ name: String, _ shown: Shown, _ standing: [Listed]) -> [String] {
        var expected: [String: Int] = [:]
        for transaction in standing where transaction.type == .consumable {
            expected[transaction.productID, default: 0] += transaction.standing
        }
        return Set(expected.keys).union(shown.balances.keys).sorted().compactMap { product in
            let (held, counted) = (expected[product] ?? 0, shown.balances[product] ?? 0)
            return held == counted ? nil : "\(product): \(name) holds \(held), and is shown \(counted)"
        }
    }

    /// Products that are held and not shown, or shown and not held.
    ///
    /// Of a subscription group the latest period counts, and only where it is clear: in a group that was refunded and
    /// reinstated an earlier period may stand, too.
    private func ownedDifferences(_ name: String, _ shown: Shown, _ standing: [Listed]) -> [String] {
        let once = standing.filter { $0.type != .consumable && $0.group == nil }
        var expected = Set(once.map(\.productID))
        var compared = Set(listed.filter { $0.group == nil && $0.type != .consumable }.map(\.productID))
        for (group, periods) in Dictionary(grouping: listed.filter { $0.group != nil }, by: \.group) {
            let own = standing.filter { $0.group == group }
            if let last = periods.last, own.contains(last) {
                expected.insert(last.productID)
                compared.insert(last.productID)
            } else if own.isEmpty {
                compared.formUnion(periods.map(\.productID))
            }
        }
        compared.formUnion(shown.owned.subtracting(listed.map(\.productID)))
        return compared.sorted().compactMap { product in
            guard expected.contains(product) != shown.owned.contains(product) else { return nil }
            return expected.contains(product)
                ? "\(name) holds \(product), and is not shown it" : "\(name) is shown \(product), and does not hold it"
        }
    }
}
