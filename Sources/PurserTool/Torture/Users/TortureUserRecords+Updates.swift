import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What the named consumer saw in the ledger of each user.
extension TortureUserRecords {
    /// A context is the own user's and fits its transaction; the user who paid has it unless another user was named.
    func contextDifferences() -> [String] {
        let payers = payers
        let listed = Dictionary(listed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let differences = seen.compactMap { $0 }.compactMap { seen -> String? in
            let (id, name) = (seen.update.id, users.name(seen.user))
            guard let transaction = listed[id] else { return "\(id) is in the ledger of \(name) and never charged" }
            let names = names(of: transaction, paidBy: payers[id])
            guard names.contains(seen.user) else { return "\(id) is in the ledger of \(name), whom nobody named" }
            guard let other = seen.contextUser else {
                return names.count > 1 ? nil : "\(id) of \(name) lost the context of its payment"
            }
            guard other == seen.user else { return "\(id) of \(name) has a context of \(users.name(other))" }
            return seen.update.hasOwnContext ? nil : "\(id) of \(name) has the context of another payment"
        }
        return Set(differences).sorted()
    }

    /// A purchase is recorded as bought once, and where no other user was named in its user's ledger only.
    func recordDifferences() -> [String] {
        let payers = payers
        let seen = Dictionary(grouping: Set(seen.compactMap { $0 }.map { Entry($0) }), by: \.id)
        return listed.compactMap { transaction in
            let entries = seen[transaction.id] ?? []
            guard !entries.isEmpty else { return "\(transaction.id) is in nobody's ledger" }
            guard names(of: transaction, paidBy: payers[transaction.id]).count == 1 else { return nil }
            let count = entries.count { $0.kind == "purchased" }
            return count > 1 ? "\(transaction.id) is recorded as bought \(count) times" : nil
        }
    }

    /// An update, however often it was seen.
    private struct Entry: Hashable {
        let user: UUID
        let sequence: UInt64
        let id: String
        let kind: String

        init(_ seen: SeenUserUpdate) {
            (user, sequence, id, kind) = (seen.user, seen.update.sequence, seen.update.id, seen.update.kind)
        }
    }

    /// The updates of each user are numbered without a gap, and the consumer saw them all.
    func updateDifferences() -> [String] {
        users.ids.filter { shown[$0] != nil }.flatMap { user in
            let own = seen.filter { $0 == nil || $0?.user == user }.map { $0?.update }
            let numbers = UpdateNumbers(seen: own, last: shown[user]?.lastSequence ?? 0, repeatsAtSwitches: true)
            return numbers.differences().map { "\(users.name(user)): \($0)" }
        }
    }
}
