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
    /// At the moment when the consumer or the stream begins: the call of ``PurchaseStore/updates(from:)``,
    /// ``PurchaseStore/updates(for:from:)`` or ``PurchaseStore/follow(_:from:_:)``.
    ///
    /// It is the opening of the user's ledger for the consumers of ``PurchaseStore/Configuration/consumers``, and for
    /// streams and `follow` if the user is named after the call.
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
