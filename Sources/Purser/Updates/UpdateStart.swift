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

extension UpdateStart: CustomStringConvertible {
    /// Its name.
    public var description: String { name }
}

/// A named consumer of updates that exists before a store is opened: see ``PurchaseStore/Configuration/consumers``.
public struct UpdateConsumer: Sendable, Hashable {
    /// The consumer's name, at most ``EntranceLimits/identifierBytes`` long.
    public var name: String
    /// The start in a ledger without this consumer.
    public var start: UpdateStart

    /// Makes a consumer of this name.
    ///
    /// - Parameters:
    ///   - name: the name for ``PurchaseStore/updates(for:from:)`` and ``PurchaseStore/follow(_:from:_:)``.
    ///   - start: where it begins in a ledger without this consumer. The consumer is registered before anything runs,
    ///     so `.now` and `.opening` are the same moment: the opening of the ledger.
    public init(_ name: String, from start: UpdateStart = .now) {
        self.name = name
        self.start = start
    }
}

extension UpdateConsumer: CustomStringConvertible {
    /// The name, and where it begins.
    public var description: String { "\(name) from \(start)" }
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
