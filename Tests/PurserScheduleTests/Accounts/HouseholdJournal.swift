import Foundation
import Purser

/// What was seen while the users of one customer's device took turns.
final class HouseholdJournal: Sendable {
    /// What was read or brought at one time, and so has to be one user's: identifiers of transactions.
    struct Sight: Sendable {
        var what: String
        /// Whose it was said to be; `nil` when that is not known.
        var account: StoreAccount?
        var ids: Set<String>
    }

    private struct State: Sendable {
        var sights: [Sight] = []
        var grants: [String: Int] = [:]
        var violations: [String] = []
        /// The payments that the App Store has named with each transaction.
        var names: [String: Set<PaymentToken>] = [:]
        var purchases = 0
        var switches = 0
    }

    private let state = Lock(State())

    var sights: [Sight] { state.withLock { $0.sights } }
    /// How often each transaction was granted.
    var grants: [String: Int] { state.withLock { $0.grants } }
    /// The payments that the App Store has named with a transaction.
    func names(of id: String) -> Set<PaymentToken> { state.withLock { $0.names[id] ?? [] } }
    var violations: [String] { state.withLock { $0.violations } }
    /// How many purchases and switches went through.
    var counts: (purchases: Int, switches: Int) { state.withLock { ($0.purchases, $0.switches) } }

    func saw(_ what: String, as account: StoreAccount? = nil, _ ids: [String]) {
        guard !ids.isEmpty else { return }
        state.withLock { $0.sights.append(Sight(what: what, account: account, ids: Set(ids))) }
    }

    func named(_ reported: BackendTransaction) {
        switch reported.origin {
        case .payment(let token?), .other(let token?):
            state.withLock { _ = $0.names[reported.transaction.id, default: []].insert(token) }
        case .payment, .other, .restore, .elsewhere: break
        }
    }

    func granted(_ id: String) { state.withLock { $0.grants[id, default: 0] += 1 } }
    func violated(_ what: String) { state.withLock { $0.violations.append(what) } }
    func purchased() { state.withLock { $0.purchases += 1 } }
    func switched() { state.withLock { $0.switches += 1 } }
}
