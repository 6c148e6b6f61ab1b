import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What the app's server is told, where somebody wants that: noted where it happens, as things stand then.
extension SimulatedAccountState {
    /// Notes what happened to a transaction.
    ///
    /// - Parameters:
    ///   - place: the transaction's; `nil` for what is about none.
    ///   - line: the subscription that it belongs to, as it is put down; looked up unless given.
    mutating func notice(_ notice: Notice, of place: Int?, in line: SubscriptionLine? = nil, at time: Timestamp) {
        guard notices != nil else { return }
        let line = line ?? place.flatMap { self.line(at: $0) }
        noticeCount += 1
        let spelling = notice.spelling
        let transaction = place.map { book[$0].transaction }
        // A change within the millisecond of another is signed a millisecond later, and so is what tells of it.
        let date = max(time, max(transaction?.signedTime ?? time, line?.signed ?? time))
        let notification = ServerNotification(
            id: Self.id(ofNotice: noticeCount), type: spelling.type, subtype: spelling.subtype, date: date.date,
            transaction: transaction.map { Self.signed($0, at: date) },
            renewalInfo: line.map { Self.signed(renewalInfo(of: $0), at: date) }, state: line?.phase.state,
            consumptionRequestReason: notice == .consumptionRequest ? "UNINTENDED_PURCHASE" : nil,
            summary: notice.summary, appTransaction: notice.appTransaction.map { Self.signed($0, at: date) },
            app: catalog.settings.app, environment: catalog.settings.environment)
        notices?.append(notification)
    }

    // What is signed inside a notification is signed with it, and says so.

    private static func signed(_ transaction: StoreTransaction, at date: Timestamp) -> StoreTransaction {
        var fields = transaction.fields
        fields.signedTime = date
        return StoreTransaction(fields)
    }

    private static func signed(_ info: StoreRenewalInfo, at date: Timestamp) -> StoreRenewalInfo {
        var info = info
        info.signedDate = date.date
        return info
    }

    private static func signed(_ transaction: StoreAppTransaction, at date: Timestamp) -> StoreAppTransaction {
        var transaction = transaction
        transaction.signedDate = date.date
        return transaction
    }

    /// Notes what happened to a subscription.
    mutating func notice(_ notice: Notice, of line: SubscriptionLine, at time: Timestamp) {
        self.notice(notice, of: line.current, in: line, at: time)
    }

    /// Notes a purchase.
    ///
    /// - Parameters:
    ///   - place: its transaction.
    ///   - former: the subscription before; `nil` where there was none.
    ///   - change: how it has changed the one that ran; `nil` where none did.
    mutating func noticePurchase(
        _ place: Int, former: SubscriptionLine?, _ change: SubscriptionChange?, at now: Timestamp
    ) {
        guard notices != nil else { return }
        let transaction = book[place].transaction
        guard transaction.line != nil else { return notice(.oneTimeCharge, of: place, at: now) }
        guard let change else { return notice(.subscribed(isAgain: former != nil), of: place, at: now) }
        let hasOffer = transaction.offer.map { $0.type != .introductory } ?? false
        notice(hasOffer ? .offerRedeemed(change) : .preference(change), of: place, at: now)
    }

    /// Notes what a customer wants of the next period.
    mutating func noticePlan(_ former: SubscriptionLine, _ line: SubscriptionLine, at now: Timestamp) {
        guard notices != nil else { return }
        let isChanged =
            line.preferredProductID != former.preferredProductID || line.preferredPlan != former.preferredPlan
            || line.preferredSeats != former.preferredSeats
        // Of the same plan only other seats are wanted.
        let isMoreSeats: Bool? =
            if line.preferredProductID == former.preferredProductID, line.preferredPlan == former.preferredPlan,
                let seats = line.preferredSeats, let formerSeats = former.preferredSeats, seats != formerSeats
            { seats > formerSeats } else { nil }
        let change: SubscriptionChange? =
            line.preferredProductID == nil && line.preferredPlan == nil ? nil : .deferred
        // One notification reports all of it, also that renewal is on again.
        if let offer = line.nextOffer, offer != former.nextOffer {
            notice(.offerRedeemed(isChanged ? change : nil), of: line, at: now)
        } else if let isMoreSeats {
            notice(.seats(isMore: isMoreSeats), of: line, at: now)
        } else if isChanged {
            notice(.preference(change), of: line, at: now)
        } else if !former.willAutoRenew {
            notice(.renewalStatus(isOn: true), of: line, at: now)
        }
    }

    /// Notes a renewal; the last one that a limit allows turns renewal off.
    mutating func noticeRenewal(_ former: SubscriptionLine, _ line: SubscriptionLine, at time: Timestamp) {
        guard notices != nil, line.current != former.current else { return }
        notice(.renewed(isRecovery: former.phase.isInRetry), of: line, at: time)
        if former.willAutoRenew, !line.willAutoRenew { notice(.renewalStatus(isOn: false), of: line, at: time) }
    }

    /// Notes renewals that were plain, each as its line was then.
    mutating func noticeRenewals(_ former: SubscriptionLine, _ count: Int) {
        guard notices != nil else { return }
        var line = former
        for place in book.lastRenewalPlace - count + 1...book.lastRenewalPlace {
            line.renewed(1, to: place)
            notice(.renewed(isRecovery: false), of: line, at: book[place].transaction.purchaseTime)
        }
    }

    /// Notes that a line has passed into another phase.
    mutating func noticePhase(_ former: LinePhase, of line: SubscriptionLine, at time: Timestamp) {
        guard notices != nil else { return }
        switch (former, line.phase) {
        case (_, .grace): notice(.failedToRenew(hasGrace: true), of: line, at: time)
        case (.grace, .retry): notice(.graceEnded, of: line, at: time)
        case (_, .retry): notice(.failedToRenew(hasGrace: false), of: line, at: time)
        case (_, .expired(let reason)): notice(.expired(.init(rawValue: reason)), of: line, at: time)
        case (_, .active), (_, .revoked): break
        }
    }

    /// Takes what is to be told.
    mutating func takeNotices() -> [ServerNotification] {
        defer { if notices != nil { notices = [] } }
        return notices ?? []
    }

    /// An identifier of a notification, made of its number.
    private static func id(ofNotice number: Int) -> UUID {
        let bytes = (0..<6).map { UInt8(truncatingIfNeeded: number >> (8 * (5 - $0))) }
        return UUID(
            uuid: (
                0x50, 0x75, 0x72, 0x73, 0x65, 0x72, 0x40, 0, 0x80, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4],
                bytes[5]
            ))
    }
}
