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
    /// The same for those who watch the account; `nil` where nobody does.
    private var watched: [ServerNotification]?
    /// How many notifications there ever were.
    private var count = 0

    /// Nobody wants any.
    init() {}

    /// Whether somebody wants them.
    var isOn: Bool { waiting != nil || watched != nil }

    /// Somebody wants them from now on.
    mutating func start() { if waiting == nil { waiting = [] } }

    /// Somebody watches the account, or nobody does any more.
    mutating func watch(_ isWatched: Bool) {
        if isWatched != (watched != nil) { watched = isWatched ? [] : nil }
    }

    /// Takes what is to be told.
    mutating func take() -> [ServerNotification] {
        defer { if waiting != nil { waiting = [] } }
        return waiting ?? []
    }

    /// Takes what those are to see who watch the account.
    mutating func takeWatched() -> [ServerNotification] {
        guard let latest = watched, !latest.isEmpty else { return [] }
        watched = []
        return latest
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
        let notification = ServerNotification(
            id: UUID(number: count), type: spelling.type, subtype: spelling.subtype, date: date.date,
            transaction: fields.map { StoreTransaction($0) }, renewalInfo: info, state: line?.state,
            consumptionRequestReason: notice == .consumptionRequest ? "UNINTENDED_PURCHASE" : nil,
            summary: notice.summary, appTransaction: app, externalPurchaseToken: notice.externalPurchaseToken,
            app: settings.app, environment: settings.environment)
        waiting?.append(notification)
        watched?.append(notification)
    }
}

extension UUID {
    /// An identifier that is made of a number below 2^48, so that equal lives have equal ones.
    init(number: Int) {
        let bytes = (0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * (5 - $0))) }
        self.init(
            uuid: (
                0x50, 0x75, 0x72, 0x73, 0x65, 0x72, 0x40, 0, 0x80, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4],
                bytes[5]
            ))
    }
}
