import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Events after a purchase: refunds, revocations, reinstatements, deletions and changes of the user.
extension SimulatedAccountState {
    /// Requests a refund for the customer: it turns renewal off, regardless of the answer, and asks the server for
    /// consumption data where it applies.
    mutating func refundRequested(
        _ id: String, isDeclined: Bool, at now: Timestamp
    ) throws(BackendFailure) -> [BackendEvent] {
        let place = try book.transactions.known(id)
        if let subscription = book.subscription(at: place), !subscription.isShared, !subscription.isOver {
            _ = try journal.autoRenewed(false, id, at: now)
        }
        if [.consumable, .autoRenewable].contains(book.transactions[place].transaction.productType) {
            journal.notice(.consumptionRequest, of: place, at: now)
        }
        if isDeclined { journal.notice(.refundDeclined, of: place, at: now) }
        return []
    }

    /// Revokes a purchase; a revoked one stays unchanged.
    ///
    /// - Parameter percentage: the refunded part; `nil` for no refund.
    mutating func revoked(
        _ id: String, reason: StoreTransaction.RevocationReason, percentage: Decimal?, at now: Timestamp
    ) throws(BackendFailure) -> [BackendEvent] {
        let place = try paidPlace(of: id)
        let record = book.transactions[place]
        guard record.transaction.revocationTime == nil else { return [] }
        if let percentage { book.refunds.giveBack(percentage, of: record, at: now) }
        book.transactions.disown(place)
        let event = journal.describeAnew(place, at: now) { $0.revoke(reason, percentage: percentage, at: now) }
        // The revocation of an earlier period does not affect the current one.
        if var present = book.subscription(at: place), present.places.contains(place) {
            if let other = book.transactions.remainingPeriods(of: present).last {
                // The customer keeps the subscription through its other seats.
                present.current = other
            } else {
                present.revoked(isRefund: percentage != nil)
            }
            journal.sign(present, at: now)
        }
        journal.notice(percentage == nil ? .revoked : .refunded, of: place, at: now)
        return [event]
    }

    /// Changes the refunded part of a refund; its date stays the same.
    ///
    /// - Parameter percentage: the new refunded part; `nil` for the whole price, without a reported percentage.
    mutating func refundCorrected(_ id: String, percentage: Decimal?, at now: Timestamp) throws(BackendFailure)
        -> [BackendEvent]
    {
        let place = try book.transactions.known(id)
        guard book.transactions[place].transaction.revocationTime != nil else { return [] }
        return [
            journal.describeAnew(place, at: now) { fields in
                fields.revocationType = percentage.map { $0 < 100 } ?? false ? .proratedRefund : .fullRefund
                fields.revocationPercentage = percentage
            }
        ]
    }

    /// Refunds seats; the transaction keeps the remaining ones, and is revoked if none remain.
    ///
    /// - Parameter percentage: the refunded part of their price.
    mutating func seatsRefunded(
        _ seats: Int, of id: String, percentage: Decimal, at now: Timestamp
    ) throws(BackendFailure) -> [BackendEvent] {
        let place = try book.transactions.known(id)
        let record = book.transactions[place]
        guard let info = record.transaction.multiSeatInfo, let left = record.transaction.seats else {
            throw BackendFailure(.invalidRequest, "\(id) has no seats. Refund all of it with refund(_:).")
        }
        guard record.transaction.revocationTime == nil else { return [] }
        guard (1...max(1, left)).contains(seats) else {
            throw BackendFailure(
                .invalidRequest, "\(id) has \(left) seats, so \(seats) cannot be refunded. Pass 1 to \(left).")
        }
        guard seats < left else { return try revoked(id, reason: .other, percentage: percentage, at: now) }
        book.refunds.giveBack(percentage, ofSeats: seats, of: record, at: now)
        let event = journal.describeAnew(place, at: now) { fields in
            fields.multiSeatInfo = info.revoking(max(0, info.revokedSeatQuantity ?? 0) + seats)
        }
        if let subscription = book.subscription(at: place), subscription.places.contains(place) {
            journal.sign(subscription, at: now)
        }
        journal.notice(.seatsRefunded, of: place, at: now)
        return [event]
    }

    /// Undoes a revocation; refunded money and renewal dates stay unchanged.
    mutating func reinstated(_ id: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        let place = try paidPlace(of: id)
        let transaction = book.transactions[place].transaction
        guard transaction.revocationTime != nil || transaction.multiSeatInfo?.revokedSeatQuantity != nil else {
            return []
        }
        if transaction.productType == .nonConsumable, book.transactions.owned[transaction.productID] == nil {
            book.transactions.owned[transaction.productID] = place
        }
        let event = journal.describeAnew(place, at: now) { $0.reinstate() }
        if var subscription = book.subscription(at: place), subscription.places.contains(place) {
            if subscription.phase == .revoked { subscription.reinstated(at: now) }
            subscription.current = book.transactions.remainingPeriods(of: subscription).last ?? subscription.current
            journal.sign(subscription, at: now)
        }
        journal.notice(.refundReversed, of: place, at: now)
        return [event]
    }

    /// Deletes a transaction from the account's history, without a refund.
    ///
    /// - Returns: the report of its revocation, for an open store.
    @discardableResult
    mutating func deleted(_ id: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        let place = try book.transactions.known(id)
        let events = taken(place, at: now)
        journal.happenings.note(.deleted(transactionID: id))
        delete(place, at: now)
        return events
    }

    /// Clears the account for a new customer.
    ///
    /// - Parameter isKnown: whether an open store knows the transactions; their identifiers are then not used again.
    /// - Returns: the reports to that store: waiting payments are cancelled, and active purchases are revoked.
    mutating func cleared(isKnown: Bool, at now: Timestamp) -> [BackendEvent] {
        var events = isKnown ? book.payments.waiting.flatMap { (try? declined($0.id)) ?? [] } : []
        if isKnown { for place in book.transactions.places { events += taken(place, at: now) } }
        let numbers = max(book.transactions.records.count, book.transactions.renewals.count)
        let former = journal
        journal = AccountJournal(
            catalog: catalog, echoesTokens: echoesTokens,
            book: AccountBook(identifierBase: book.transactions.identifierBase + (isKnown ? numbers : 0)))
        journal.devices = former.devices.map(\.cleared)
        (journal.notices, journal.messages, journal.happenings) = (former.notices, former.messages, former.happenings)
        journal.happenings.note(.cleared)
        journal.messages.forget()
        for reader in [ServerNotices.Reader.test, .server] { _ = journal.notices.take(for: reader) }
        return events
    }

    /// The report of a deleted transaction as revoked; none if the transaction was no longer active.
    ///
    /// The other devices that received the transaction get the report too.
    private mutating func taken(_ place: Int, at now: Timestamp) -> [BackendEvent] {
        var fields = book.transactions[place].transaction.fields
        guard fields.revocationTime == nil, fields.expirationTime.map({ $0 > now }) ?? true else { return [] }
        (fields.revocationTime, fields.revocationReason) = (max(now, fields.purchaseTime), .other)
        fields.signedTime = max(now, (fields.signedTime ?? now).advanced(by: .milliseconds(1)))
        let transaction = StoreTransaction(fields)
        let event = BackendEvent.transaction(
            BackendTransaction(transaction, origin: echoesTokens ? .elsewhere : .other(nil), needsFinish: false))
        if let owner = journal.devices.owner(ofCopy: place) {
            if journal.devices[owner].isActive { journal.devices[owner].others.append(event) }
            return []
        }
        if !book.transactions.isCopy(place) { journal.devices.report(event, after: place) }
        return [
            .transaction(
                BackendTransaction(transaction, origin: journal.otherOrigin(of: place), needsFinish: false))
        ]
    }

    private mutating func delete(_ place: Int, at now: Timestamp) {
        book.transactions.delete(place)
        journal.isReported(place)
        journal.devices.finish(place)
        guard var subscription = book.subscription(at: place) else { return }
        subscription.usedIntroductoryOffer = book.transactions.hasIntroductoryOffer(in: subscription.id)
        subscription.parts.removeAll { $0 == place }
        book.subscriptions[subscription.id] = subscription
        guard subscription.current == place else { return }
        if let part = book.transactions.remainingPeriods(of: subscription).last(where: { $0 != place }) {
            // The other transactions of the period continue.
            subscription.current = part
            return journal.sign(subscription, at: now)
        }
        guard let former = subscription.parts.last ?? book.transactions.newest(of: subscription.id) else {
            // Without any transaction, the subscription never existed.
            book.subscriptions[subscription.id] = nil
            return
        }
        let parts = book.transactions.parts(ofPeriodWith: former, in: subscription.id)
        let present = parts.last { book.transactions[$0].transaction.revocationTime == nil } ?? former
        subscription.goBack(to: book.transactions[present].transaction, at: present, parts: parts, now: now)
        subscription.renewalSeats = book.transactions.seats(of: subscription).map { max(1, $0) }
        journal.sign(subscription, at: now)
    }

    /// Sets the user of a transaction, for the app's server.
    mutating func named(_ user: UUID, of id: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        let known = try book.transactions.known(id)
        guard book.transactions[known].transaction.ownershipType != .familyShared else {
            throw BackendFailure(
                .invalidRequest,
                "A family member bought \(id). Set users only for the customer's own purchases.")
        }
        let subscription = book.subscription(at: known)
        let place = if let subscription { subscription.current } else { try paidPlace(of: id) }
        if var subscription, subscription.appAccountToken != user {
            subscription.appAccountToken = user
            journal.sign(subscription, at: now)
        }
        let places = echoesTokens ? [place] : book.transactions.withCopies([place])
        let others = places.filter { book.transactions[$0].transaction.appAccountToken != user }
        return journal.describeEach(others, at: now) { $0.appAccountToken = user }
    }

    /// Changes the original identifier of a subscription, in its first transaction and all later ones.
    mutating func changedOriginalID(of id: SubscriptionID, at now: Timestamp) {
        guard let subscription = book.subscriptions[id], let number = Int(journal.originalID(of: subscription)),
            number < Int.max / 2
        else {
            return
        }
        _ = journal.describeAnew(subscription.first, at: now) { $0.originalID = String(number + Self.originalIDStep) }
        journal.sign(subscription, at: now)
    }

    /// The distance between successive original identifiers of a subscription: no transaction has such an identifier.
    private static let originalIDStep = 5_000_000_000_000

    /// The place of the paid transaction, if the identifier is that of a copy.
    private func paidPlace(of id: String) throws(BackendFailure) -> Int {
        let place = try book.transactions.known(id)
        return echoesTokens ? place : book.transactions.paidPlace(of: place)
    }
}

extension StoreTransaction.Fields {
    /// Marks the transaction as revoked.
    ///
    /// - Parameter percentage: the refunded part; `nil` for no refund.
    fileprivate mutating func revoke(
        _ reason: StoreTransaction.RevocationReason, percentage: Decimal?, at now: Timestamp
    ) {
        let isAssigned = ownershipType == .assigned
        revocationTime = max(now, purchaseTime)
        revocationReason = reason
        revocationType =
            percentage.map { $0 < 100 ? .proratedRefund : .fullRefund }
            ?? (isAssigned ? .assignmentRevocation : .familyRevocation)
        revocationPercentage = percentage
    }

    /// Removes the revocation of the transaction and of its seats.
    fileprivate mutating func reinstate() {
        (revocationTime, revocationReason, revocationType, revocationPercentage) = (nil, nil, nil, nil)
        multiSeatInfo = multiSeatInfo?.revoking(0)
    }
}

extension StoreTransaction.MultiSeatInfo {
    /// The same seats, with this many revoked; 0 revokes none.
    fileprivate func revoking(_ seats: Int) -> Self {
        Self(
            invitationManagement: invitationManagement, priceTiers: priceTiers,
            revokedSeatQuantity: seats > 0 ? seats : nil)
    }
}
