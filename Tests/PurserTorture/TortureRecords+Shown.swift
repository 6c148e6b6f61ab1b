import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What the store shows each user, against what the notes and the App Store say.
extension TortureRecords {
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
                differences.append("\(name) has \(Wording.count(shown.unfinished, "transaction")) unfinished")
            }
            if shown.failed > 0 { differences.append("\(name) has \(Wording.count(shown.failed, "failed update"))") }
            return differences
        }
    }

    /// Whether a user holds, by the calls of the handlers, what is shown, and all units that stand.
    func isDelivered(_ shown: Shown, to user: UUID) -> Bool {
        let book = UnitBook(calls.compactMap { $0 })
        let held = book.held(by: user)
        let isWhole = listed.allSatisfy { transaction in
            guard let units = held[transaction.id] else { return true }
            return transaction.isManual || units == transaction.remaining
        }
        return isWhole && differences(shown, to: user, book).isEmpty
    }

    /// Whether nothing is left to do in any session that was opened.
    private var isSettled: Bool { shown.values.allSatisfy(\.isSettled) }

    /// Where what a user is shown differs from what the user holds.
    private func differences(_ shown: Shown, to user: UUID, _ book: UnitBook) -> [String] {
        let (name, held) = (users.name(user), book.held(by: user))
        let remaining = listed.filter { $0.remaining > 0 && held[$0.id] != nil }
        return balanceDifferences(name, shown, remaining) + ownedDifferences(name, shown, remaining)
    }

    /// Balances that are not the sum of the units that stand.
    private func balanceDifferences(_ name: String, _ shown: Shown, _ remaining: [Listed]) -> [String] {
        var expected: [String: Int] = [:]
        for transaction in remaining where transaction.type == .consumable {
            expected[transaction.productID, default: 0] += transaction.remaining
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
    private func ownedDifferences(_ name: String, _ shown: Shown, _ remaining: [Listed]) -> [String] {
        let once = remaining.filter { $0.type != .consumable && $0.group == nil }
        var expected = Set(once.map(\.productID))
        var compared = Set(listed.filter { $0.group == nil && $0.type != .consumable }.map(\.productID))
        for (group, periods) in Dictionary(grouping: listed.filter { $0.group != nil }, by: \.group) {
            let own = remaining.filter { $0.group == group }
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

// What the named consumer saw in the ledger of each user.
extension TortureRecords {
    /// A context is the own user's and fits its transaction; the user who paid has it unless another user was named.
    func contextDifferences() -> [String] {
        let payers = payers
        let listed = Dictionary(listed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let differences = seen.compactMap { $0 }.compactMap { seen -> String? in
            let (id, name) = (seen.id, users.name(seen.user))
            guard let transaction = listed[id] else { return "\(id) is in the ledger of \(name) and never charged" }
            let names = names(of: transaction, paidBy: payers[id])
            guard names.contains(seen.user) else { return "\(id) is in the ledger of \(name), whom nobody named" }
            guard let other = seen.contextUser else {
                return names.count > 1 ? nil : "\(id) of \(name) lost the context of its payment"
            }
            guard other == seen.user else { return "\(id) of \(name) has a context of \(users.name(other))" }
            return seen.hasOwnContext ? nil : "\(id) of \(name) has the context of another payment"
        }
        return Set(differences).sorted()
    }

    /// A purchase is recorded as bought once, and where no other user was named in its user's ledger only; so is each refund.
    ///
    /// What was refunded, or replaced by an upgrade, before it could be recorded is not recorded as bought.
    func recordDifferences() -> [String] {
        let payers = payers
        let seen = Dictionary(grouping: Set(seen.compactMap { $0 }.map { Entry($0) }), by: \.id)
            .mapValues { $0.sorted { $0.sequence < $1.sequence } }
        return listed.compactMap { transaction in
            let entries = seen[transaction.id] ?? []
            guard !entries.isEmpty else { return "\(transaction.id) is in nobody's ledger" }
            guard names(of: transaction, paidBy: payers[transaction.id]).count == 1 else { return nil }
            let count = entries.count { $0.kind == "purchased" }
            let mayLack = refunds.contains(transaction.id) || entries.contains { $0.kind == "upgraded" }
            guard count == 1 || count == 0 && mayLack else {
                return "\(transaction.id) is recorded as bought \(count) times"
            }
            let isDoubled = zip(entries, entries.dropFirst()).contains {
                $0.kind == "revoked" && $1.kind == "revoked" && $0.percentage == $1.percentage
            }
            return isDoubled ? "one refund of \(transaction.id) is recorded twice" : nil
        }
    }

    /// An update, however often it was seen.
    private struct Entry: Hashable {
        let user: UUID
        let sequence: UInt64
        let id: String
        let kind: String
        let percentage: String?

        init(_ seen: SeenUpdate) {
            (user, sequence, id, kind) = (seen.user, seen.sequence, seen.id, seen.kind)
            percentage = seen.percentage
        }
    }

    /// The updates of each user are numbered without a gap, and the consumer saw them all.
    func updateDifferences() -> [String] {
        users.ids.filter { shown[$0] != nil }.flatMap { user in
            let own = seen.filter { $0 == nil || $0?.user == user }
            let numbers = UpdateNumbers(
                seen: own, last: shown[user]?.lastSequence ?? 0, repeatsAtSwitches: !users.isShared)
            return numbers.differences().map { "\(users.name(user)): \($0)" }
        }
    }
}
