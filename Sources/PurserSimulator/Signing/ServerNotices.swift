import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The notifications to the app's server, each recorded with the state at its event, for every reader that wants them.
struct ServerNotices: Sendable, Equatable {
    /// Those who read notifications; each gets all of them.
    enum Reader: Sendable, CaseIterable {
        /// A test, by `takeNotifications()`.
        case test
        /// The simulated server of Apple.
        case server
        /// The watchers of the account.
        case watchers
    }

    /// The notifications that each reader has not taken yet.
    private var waiting: [Reader: [ServerNotification]] = [:]
    /// The number of notifications ever recorded.
    private var count = 0

    /// Makes an empty state without recording.
    init() {}

    /// Whether notifications are recorded.
    var isOn: Bool { !waiting.isEmpty }

    /// Whether notifications are recorded for a reader.
    func areRecorded(for reader: Reader) -> Bool { waiting[reader] != nil }

    /// Sets whether notifications are recorded for a reader from now on.
    mutating func record(_ isRecorded: Bool = true, for reader: Reader) {
        if isRecorded != areRecorded(for: reader) { waiting[reader] = isRecorded ? [] : nil }
    }

    /// Takes the notifications for a reader.
    mutating func take(for reader: Reader) -> [ServerNotification] {
        guard let latest = waiting[reader], !latest.isEmpty else { return [] }
        waiting[reader] = []
        return latest
    }

    /// Records a notification.
    ///
    /// - Parameters:
    ///   - transaction: the transaction; `nil` for a notification about none.
    ///   - subscription: the renewal info and the state of its subscription.
    mutating func add(
        _ notice: Notice, about transaction: StoreTransaction?,
        _ subscription: (info: StoreRenewalInfo, state: StoreSubscriptionStatus.RenewalState)?,
        by settings: SimulatorSettings,
        at date: Timestamp
    ) {
        count += 1
        let spelling = notice.spelling
        // The signed parts of a notification have its signature date.
        var fields = transaction?.fields
        fields?.signedTime = date
        var (info, app) = (subscription?.info, notice.appTransaction)
        info?.signedDate = date.date
        app?.signedDate = date.date
        let notification = ServerNotification(
            id: UUID(number: count), type: spelling.type, subtype: spelling.subtype, date: date.date,
            transaction: fields.map { StoreTransaction($0) }, renewalInfo: info, state: subscription?.state,
            consumptionRequestReason: notice == .consumptionRequest ? "UNINTENDED_PURCHASE" : nil,
            summary: notice.summary, appTransaction: app, externalPurchaseToken: notice.externalPurchaseToken,
            app: settings.app, environment: settings.environment)
        for reader in Reader.allCases { waiting[reader]?.append(notification) }
    }
}

extension UUID {
    /// Makes an identifier from a number below 2^48, so that equal histories have equal identifiers.
    init(number: Int) {
        let bytes = (0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * (5 - $0))) }
        self.init(
            uuid: (
                0x50, 0x75, 0x72, 0x73, 0x65, 0x72, 0x40, 0, 0x80, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4],
                bytes[5]
            ))
    }
}
