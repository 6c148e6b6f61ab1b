import Foundation
import Purser
import PurserSimulator
import PurserTesting

extension Household {
    /// Everything that was violated, in words; `records` are those of each user's ledger.
    ///
    /// - Parameter isExact: whether each grant happens once; a crash between grant and record repeats it.
    func violations(_ storage: any LedgerStorage, isExact: Bool) async throws -> [String] {
        var records: [UUID: [LedgerRecord]] = [:]
        for user in users { try storage.load(.user(UserID(user))) { records[user, default: []].append($0) } }
        var violations = journal.violations
        violations += await appStore.violations.map { "F1: the App Store objects: \($0)" }
        var holders: [String: [UUID]] = [:]
        var balances: [UUID: [String: Int]] = [:]
        for user in users {
            var state = LedgerState()
            for record in records[user] ?? [] { state.apply(record) }
            for id in records[user]?.transactionIDs ?? [] { holders[id, default: []].append(user) }
            balances[user] = state.balances.filter { $0.value != 0 }
        }
        let transactions = await appStore.transactions
        for transaction in transactions {
            let (id, reported) = (transaction.id, holders[transaction.id] ?? [])
            if reported.isEmpty { violations.append("U3: \(id) (\(transaction.productID)) was lost") }
            if reported.count > 1 { violations.append("U3: \(id) is in the ledgers of several users") }
            if let owner = transaction.appAccountToken,
                reported.contains(where: { $0 != owner && !isAnswer(id, records[$0] ?? []) })
            {
                violations.append("U3: \(id) is in another user's ledger")
            }
        }
        violations += sighted(holders)
        violations += counted(transactions, holders, balances)
        violations += granted(transactions, isExact: isExact)
        return violations
    }

    /// Whether the App Store answered a user's payment with a purchase that was made for another payment: one of a
    /// product for good that is owned already, or for which both waited for an approval.
    ///
    /// Without accounts, the payment that is named first decides whose a purchase is, and nothing says who made it.
    private func isAnswer(_ id: String, _ records: [LedgerRecord]) -> Bool {
        guard hidesAccounts else { return false }
        return records.contains { record in
            guard case .update(let update, _) = record, update.transaction.id == id, let intent = update.intent else {
                return false
            }
            return journal.names(of: id).contains(intent.token)
        }
    }

    /// What was read at one time has to be one user's.
    private func sighted(_ holders: [String: [UUID]]) -> [String] {
        journal.sights.compactMap { sight in
            let owners = Set(sight.ids.flatMap { holders[$0] ?? [] })
            if let account = sight.account {
                return owners == account.userID.map { [$0] } ? nil : "U2: \(sight.what) of \(account) are \(owners)'s"
            }
            return owners.count == 1 ? nil : "U2: \(sight.what) are those of \(owners)"
        }
    }

    private func counted(
        _ transactions: [StoreTransaction], _ holders: [String: [UUID]], _ balances: [UUID: [String: Int]]
    ) -> [String] {
        users.compactMap { user in
            var expected: [String: Int] = [:]
            for transaction in transactions where transaction.productType == .consumable {
                guard transaction.revocationTime == nil, holders[transaction.id] == [user] else { continue }
                expected[transaction.productID, default: 0] += transaction.purchasedQuantity
            }
            let found = balances[user] ?? [:]
            return found == expected ? nil : "D2: \(user) has \(found), the App Store says \(expected)"
        }
    }

    private func granted(_ transactions: [StoreTransaction], isExact: Bool) -> [String] {
        let grants = journal.grants
        return transactions.compactMap { transaction in
            let count = grants[transaction.id] ?? 0
            // Taken back before it was handed over, it never is; given again, it is granted again.
            // StoreKit 1's copies are granted with what was paid for.
            if transaction.revocationTime == nil, count == 0, !transaction.isCopy {
                return "F2: \(transaction.id) was never granted"
            }
            return isExact && count > 1 ? "D1: \(transaction.id) was granted \(count) times" : nil
        }
    }
}

extension [LedgerRecord] {
    /// The transactions that were ever recorded.
    fileprivate var transactionIDs: Set<String> {
        Set(
            compactMap { record -> String? in
                switch record {
                case .update(let update, _), .piece(.transaction(let update, _, _)): update.transaction.id
                default: nil
                }
            })
    }
}
