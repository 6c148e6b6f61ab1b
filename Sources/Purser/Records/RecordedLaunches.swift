/// The launches with payments, and the user who made those of each; recorded for all users.
package struct RecordedLaunches: Sendable, Hashable {
    /// The user who made the payments of each launch.
    package private(set) var payers: [UInt64: UserID] = [:]
    /// The launches, in the order of their first payments: no clock decides which is older.
    package private(set) var ordered: [UInt64] = []

    /// No payments.
    package init() {}

    /// Applies a record; only records of this change anything.
    package mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .payer(let launch, let user):
            if payers.updateValue(user, forKey: launch) == nil { ordered.append(launch) }
        case .forgotten(let user):
            payers = payers.filter { $0.value != user }
            ordered.removeAll { payers[$0] == nil }
        default: break
        }
    }

    /// Writes it as records.
    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        for launch in ordered { if let user = payers[launch] { try body(.payer(launch: launch, user)) } }
    }
}
