/// Where a new consumer of updates begins.
public struct UpdateStart: Sendable, Hashable {
    private let name: String

    /// At the first update of all.
    ///
    /// When it is no longer kept, reading fails with `updatesNotKept`.
    public static let beginning = UpdateStart(name: "beginning")
    /// At the opening of the current user's ledger: after the updates that were recorded before.
    ///
    /// It includes all updates of a sign-in, however late the consumer is made.
    public static let opening = UpdateStart(name: "opening")
    /// At the current moment.
    public static let now = UpdateStart(name: "now")
}

extension UpdateLog {
    /// The number after which a consumer begins; `nil` for now.
    package func cursor(of start: UpdateStart) -> UInt64? {
        switch start {
        case .beginning: 0
        case .opening: opening
        default: nil
        }
    }
}
