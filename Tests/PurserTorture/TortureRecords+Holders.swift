import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Whose each purchase is, and how many units of it its user has.
extension TortureRecords {
    /// Who paid for each transaction, by the notes made before the App Store was given the payments.
    var payers: [String: UUID] {
        let users = Dictionary(
            payments.compactMap { $0.map { ($0.token, $0.user) } }, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            charges.compactMap { charge in users[charge.token].map { (charge.id, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Each charge is listed, and follows from one payment with its product and quantity.
    func chargeDifferences() -> [String] {
        let known = Dictionary(
            payments.compactMap { $0.map { ($0.token, $0) } }, uniquingKeysWith: { first, _ in first })
        let ids = Set(listed.map(\.id))
        var differences = charges.compactMap { charge -> String? in
            guard let payment = known[charge.token], payment.productID == charge.productID,
                payment.quantity == charge.quantity
            else { return "\(charge.id) was charged and no payment asked for it" }
            return ids.contains(charge.id) ? nil : "\(charge.id) was charged and is not listed"
        }
        let tokens = Dictionary(grouping: charges, by: \.token).filter { $0.value.count > 1 }
        differences += tokens.keys.sorted().map { "payment \($0) was charged more than once" }
        let charged = Set(charges.map(\.id))
        differences += Set(calls.compactMap { $0?.id }).subtracting(charged).sorted()
            .map { "\($0) was delivered and never charged" }
        return differences
    }

    /// Each purchase is held by the right user and by nobody else, with all units that stand.
    func holderDifferences() -> [String] {
        let calls = calls.compactMap { $0 }
        let books = UnitBook.Method.allCases.map { UnitBook(calls, $0) }
        let callsByID = Dictionary(grouping: calls, by: \.id)
        let payers = payers
        let differences = listed.flatMap { transaction -> [String] in
            let calls = callsByID[transaction.id] ?? []
            let names = names(of: transaction, paidBy: payers[transaction.id])
            // Both ways of following the calls come to the same; what is wrong in both is said once.
            let held = books.lazy.map { holderDifferences(of: transaction, $0) }.first { !$0.isEmpty }
            return callDifferences(of: transaction, calls, names) + (held ?? [])
        }
        let keys = Dictionary(grouping: calls, by: \.key).mapValues { Set($0.map { "\($0.user) \($0.id)" }) }
        return differences + keys.filter { $0.value.count > 1 }.keys.sorted().map { "key \($0) stands for two updates" }
    }

    /// Without a switch of users, a handler is called again for an update only after a kill.
    func needlessRepeats() -> [String] {
        guard users.isShared else { return [] }
        let calls = Dictionary(grouping: calls.compactMap { $0 }.filter { $0.kind != .manual }) {
            "\($0.kind) \($0.key)"
        }
        return calls.values.flatMap { calls in
            zip(calls, calls.dropFirst()).compactMap { first, second -> String? in
                guard first.round == second.round || !killed.contains(first.round) else { return nil }
                return
                    "\(first.kind) of \(first.id) was called in round \(first.round) and in \(second.round) without a kill"
            }
        }.sorted()
    }

    /// The users who may have a transaction: who paid, and whom the App Store was given later.
    func names(of transaction: Listed, paidBy payer: UUID?) -> Set<UUID> {
        let moved = moves.compactMap { $0 }.filter { $0.subject == transaction.group ?? transaction.id }
        return Set(moved.map(\.user) + [payer].compactMap { $0 })
    }

    /// Calls for users whom nobody named, of the wrong handler, and grants to two users.
    private func callDifferences(of transaction: Listed, _ calls: [UserCall], _ names: Set<UUID>) -> [String] {
        let (id, isManual) = (transaction.id, transaction.isManual)
        var differences = Set(calls.map(\.user)).subtracting(names).map { user in
            "\(id) was delivered to \(users.name(user)), whom nobody named"
        }
        if calls.contains(where: { ($0.kind == .manual) != isManual }) {
            differences.append("\(id) is \(isManual ? "" : "not ")manual, and the other handler was called")
        }
        let granted = Set(calls.filter { $0.kind != .revoke }.map(\.user))
        if granted.count > 1, !moves(transaction) {
            differences.append("\(id) was granted to \(words(granted)), and nothing moves it")
        }
        return differences.sorted()
    }

    /// Whether another user's name moves a transaction.
    private func moves(_ transaction: Listed) -> Bool { policy == .move && transaction.type != .consumable }

    /// What is wrong with who holds a transaction, and with how many units.
    private func holderDifferences(of transaction: Listed, _ book: UnitBook) -> [String] {
        let holders = book.holders(of: transaction.id)
        let words = "\(transaction.id) (\(transaction.productID), \(transaction.remaining) units)"
        // What becomes of units that the app delivered by itself is up to the app.
        if transaction.isManual, transaction.remaining == 0 { return [] }
        guard transaction.remaining > 0 else {
            return holders.isEmpty ? [] : ["\(words) was refunded, and \(self.words(holders)) keeps units"]
        }
        guard let holder = holders.first else { return ["\(words) was charged and nobody holds it"] }
        guard holders.count == 1 else { return ["\(words) is held by \(self.words(holders))"] }
        if moves(transaction), let user = transaction.user, user != holder {
            return ["\(words) names \(users.name(user)), and \(users.name(holder)) holds it"]
        }
        let units = book.units(of: transaction.id, for: holder)
        guard units != transaction.remaining, !transaction.isManual else { return [] }
        return ["\(words): \(users.name(holder)) has \(units)"]
    }

    /// The names of some users.
    private func words(_ ids: some Sequence<UUID>) -> String {
        ids.map { users.name($0) }.sorted().joined(separator: " and ")
    }
}
