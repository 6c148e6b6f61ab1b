import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the app's server is to be told, where somebody wants that: noted where it happens, as things stand then.
struct ServerNotices: Sendable, Equatable {
    /// What was not taken yet; `nil` where nobody wants it.
    private var waiting: [ServerNotification]?
    /// How many notifications there ever were.
    private var count = 0

    /// Nobody wants any.
    init() {}

    /// Whether somebody wants them.
    var isOn: Bool { waiting != nil }

    /// Somebody wants them from now on.
    mutating func start() { if waiting == nil { waiting = [] } }

    /// Takes what is to be told.
    mutating func take() -> [ServerNotification] {
        defer { if isOn { waiting = [] } }
        return waiting ?? []
    }

    /// Notes what happened.
    ///
    /// - Parameters:
    ///   - transaction: what it is about; `nil` for what is about none.
    ///   - line: how the subscription goes on that it belongs to, and where it stands.
    mutating func add(
        _ notice: Notice, about transaction: StoreTransaction?,
        _ line: (info: StoreRenewalInfo, state: StoreSubscriptionStatus.RenewalState)?, by settings: SimulatorSettings,
        at date: Timestamp
    ) {
        count += 1
        let spelling = notice.spelling
        // What is signed inside a notification is signed with it, and says so.
        var fields = transaction?.fields
        fields?.signedTime = date
        var (info, app) = (line?.info, notice.appTransaction)
        info?.signedDate = date.date
        app?.signedDate = date.date
        waiting?.append(
            ServerNotification(
                id: Self.id(count), type: spelling.type, subtype: spelling.subtype, date: date.date,
                transaction: fields.map { StoreTransaction($0) }, renewalInfo: info, state: line?.state,
                consumptionRequestReason: notice == .consumptionRequest ? "UNINTENDED_PURCHASE" : nil,
                summary: notice.summary, appTransaction: app, app: settings.app, environment: settings.environment))
    }

    /// An identifier of a notification, made of its number.
    private static func id(_ number: Int) -> UUID {
        let bytes = (0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * (5 - $0))) }
        return UUID(
            uuid: (
                0x50, 0x75, 0x72, 0x73, 0x65, 0x72, 0x40, 0, 0x80, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4],
                bytes[5]
            ))
    }
}
