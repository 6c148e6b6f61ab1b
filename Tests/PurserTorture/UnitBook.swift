#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many units of each transaction the app holds for each user, from the noted calls alone.
///
/// A call that was repeated after a kill has the key of the first one, and counts once.
struct UnitBook: Sendable {
    /// How an app follows the calls.
    enum Method: Sendable, CaseIterable {
        /// Each call sets the credit of the transaction.
        case setting
        /// A grant only raises the credit, and a revoke only lowers it.
        case raising
    }

    /// The units by user and transaction.
    private var units: [UUID: [String: Int]] = [:]
    /// The calls that count already, by kind, user and key.
    private var known: Set<String> = []

    /// The book of these calls, in their order.
    init(_ calls: some Sequence<UserCall>, _ method: Method = .setting) {
        for call in calls { add(call, method) }
    }

    /// Follows one call.
    private mutating func add(_ call: UserCall, _ method: Method) {
        guard known.insert("\(call.kind.rawValue) \(call.user) \(call.key)").inserted else { return }
        let has = units[call.user]?[call.id] ?? 0
        let holds =
            switch (method, call.kind) {
            case (.raising, .grant): max(has, call.remaining)
            case (.raising, .revoke): min(has, call.remaining)
            default: call.remaining
            }
        units[call.user, default: [:]][call.id] = holds
    }

    /// How many units of a transaction a user has.
    func units(of id: String, for user: UUID) -> Int { units[user]?[id] ?? 0 }

    /// The transactions of which a user has units.
    func held(by user: UUID) -> [String: Int] { (units[user] ?? [:]).filter { $0.value > 0 } }

    /// Who has units of a transaction.
    func holders(of id: String) -> [UUID] { units.filter { $0.value[id] ?? 0 > 0 }.map(\.key) }
}
