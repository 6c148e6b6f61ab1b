import Foundation
import PurserTesting

@testable import Purser

/// What the app of a hostile world saw.
final class HostileJournal: Sendable {
    private struct State: Sendable {
        var began = 0
        var ended = 0
        var bought: [(id: String, account: UUID)] = []
        var grants: [String: Int] = [:]
        var violations: [String] = []
        var store: PurchaseStore?
    }

    private let state = Lock(State())

    /// How many purchases were asked for.
    var count: Int { state.withLock { $0.began } }
    /// How many of them have not returned.
    var open: Int { state.withLock { $0.began - $0.ended } }
    /// Which caller was told of which transaction.
    var bought: [(id: String, account: UUID)] { state.withLock { $0.bought } }
    /// How often each transaction was granted with success.
    var grants: [String: Int] { state.withLock { $0.grants } }
    var violations: [String] { state.withLock { $0.violations } }
    /// The store of the present launch, for handlers that call it.
    var store: PurchaseStore? { state.withLock { $0.store } }

    func opened(_ store: PurchaseStore?) { state.withLock { $0.store = store } }
    func began() { state.withLock { $0.began += 1 } }
    func ended() { state.withLock { $0.ended += 1 } }
    func bought(_ id: String, by account: UUID) { state.withLock { $0.bought.append((id, account)) } }
    func granted(_ update: StoreUpdate) { state.withLock { $0.grants[update.transaction.id, default: 0] += 1 } }
    func violated(_ what: String) { state.withLock { $0.violations.append(what) } }
}

/// Compares what the app saw and what is on record with the bank's book.
struct HostileChecks {
    let bank: HostileBank
    let journal: HostileJournal
    let records: [LedgerRecord]
    let counted: [String: Int]

    func violations(namesPayments: Bool, grantsOnce: Bool) -> [String] {
        var found: [String] = []
        if journal.open > 0 { found.append("C1: \(journal.open) purchases never returned") }
        let updates = records.compactMap { record -> StoreUpdate? in
            if case .update(let update, _) = record { update } else { nil }
        }
        for update in updates where bank.charge(of: update.transaction.id) == nil {
            found.append("D1: \(update.transaction.id.prefix(40)) is on record, and nobody paid for it")
        }
        for charge in bank.charges { found += violations(of: charge, updates, grantsOnce) }
        for (id, account) in journal.bought {
            guard let charge = bank.charge(of: id), !charge.isMisattributed, charge.account != account else { continue }
            found.append("M1: \(id) was paid for by \(String(describing: charge.account)), and told to \(account)")
        }
        let paid = bank.charges.reduce(into: [:]) {
            $0[$1.transaction.productID, default: 0] += $1.transaction.purchasedQuantity
        }
        if counted != paid { found.append("D2: paid for \(paid), counted are \(counted)") }
        return found
    }

    private func violations(of charge: HostileBank.Charge, _ updates: [StoreUpdate], _ grantsOnce: Bool) -> [String] {
        let id = charge.transaction.id
        let grants = journal.grants[id] ?? 0
        var found: [String] = []
        let purchases = updates.filter { $0.transaction.id == id && $0.kind == .purchased }
        if purchases.isEmpty { found.append("D1: \(id) was never recorded") }
        if grants == 0 { found.append("F2: \(id) was never granted") }
        if grantsOnce, grants > 1 { found.append("D1: \(id) was granted \(grants) times") }
        if !charge.isFinished { found.append("F5: \(id) was never finished") }
        return found
    }
}
