import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SimulatedAccountState {
    /// The payments that wait for somebody, oldest first.
    var pendingPayments: [PendingPayment] {
        book.pending.all.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Somebody approved a waiting payment, or what interrupted it was settled.
    mutating func approved(_ id: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let pending = try takePending(id)
        let payment = pending.payment
        var events: [BackendEvent] = []
        let origin = BackendTransaction.Origin.other(echoesTokens ? payment.token : nil)
        if let product = catalog.unpriced(payment.productID) {
            if !answerWithOwned(product, payment, origin, at: now, &events) {
                buy(product, payment, origin, at: now, &events)
            }
        } else {
            let error = BackendError(.storeProductNotAvailable, "\(payment.productID) is no longer sold.")
            end(payment, .failed(error), &events)
        }
        for token in pending.joined { answerJoined(token, like: payment, &events) }
        return routed(events.map(\.asLeftOver), of: payment.token)
    }

    /// A payment that waited together with another one is answered as that was.
    private mutating func answerJoined(
        _ token: PaymentToken, like payment: BackendPayment, _ events: inout [BackendEvent]
    ) {
        if case .bought(let place)? = book.payments[payment.token] {
            book.payments[token] = .bought(place)
            events.append(reported(place, .other(token)))
        } else if case .paymentEnded(var ending)? = events.last {
            ending.token = token
            events.append(.paymentEnded(ending))
        }
    }

    /// Somebody declined a waiting payment.
    mutating func declined(_ id: String) throws(BackendError) -> [BackendEvent] {
        let pending = try takePending(id)
        var events: [BackendEvent] = []
        end(pending.payment, .cancelled, &events)
        for token in pending.joined {
            end(BackendPayment(token: token, productID: pending.payment.productID), .cancelled, &events)
        }
        return routed(events.map(\.asLeftOver), of: pending.payment.token)
    }

    /// The customer asks for a refund: that turns renewal off, whatever the answer is, and the server may say how much was used
    /// of what can be used up.
    mutating func refundRequested(
        _ id: String, isDeclined: Bool, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        let place = try known(id)
        var events: [BackendEvent] = []
        if let line = line(at: place), !line.isShared, !line.isOver { events = try autoRenewed(false, id, at: now) }
        if [.consumable, .autoRenewable].contains(book[place].transaction.productType) {
            notice(.consumptionRequest, of: place, at: now)
        }
        if isDeclined { notice(.refundDeclined, of: place, at: now) }
        return events
    }

    /// The store takes a purchase back; one that is taken back already stays as it is.
    ///
    /// - Parameter percentage: how much of the money is given back; `nil` when none is.
    mutating func revoked(
        _ id: String, reason: StoreTransaction.RevocationReason, percentage: Decimal?, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        let index = paidPlace(of: try known(id))
        let record = book[index]
        guard record.transaction.revocationTime == nil else { return [] }
        if let percentage { recordRefund(of: record, percentage, at: now) }
        if book.owned[record.transaction.productID] == index { book.owned[record.transaction.productID] = nil }
        let event = describeAnew(index, at: now) { fields in
            fields.revocationTime = max(now, fields.purchaseTime)
            fields.revocationReason = reason
            let other: StoreTransaction.RevocationType =
                fields.ownershipType == .assigned ? .assignmentRevocation : .familyRevocation
            fields.revocationType = percentage.map { $0 < 100 ? .proratedRefund : .fullRefund } ?? other
            fields.revocationPercentage = percentage
        }
        // An earlier period does not concern the present one.
        if var present = line(at: index), present.places.contains(index) {
            if let other = standingPart(of: present) {
                // Of the other seats the customer keeps the subscription.
                present.current = other
            } else {
                present.revoked(isRefund: percentage != nil)
            }
            sign(present, at: now)
        }
        notice(percentage == nil ? .revoked : .refunded, of: index, at: now)
        return [event]
    }

    /// The store gives back another part of the money than it said first; the refund and its date stay the same.
    ///
    /// - Parameter percentage: how much is given back now; `nil` when all of it is and the store names no percentage.
    mutating func refundCorrected(_ id: String, percentage: Decimal?, at now: Timestamp) throws(BackendError)
        -> [BackendEvent]
    {
        let index = try known(id)
        guard book[index].transaction.revocationTime != nil else { return [] }
        return [
            describeAnew(index, at: now) { fields in
                fields.revocationType = percentage.map { $0 < 100 } ?? false ? .proratedRefund : .fullRefund
                fields.revocationPercentage = percentage
            }
        ]
    }

    /// The store undoes a revocation; the money stays where it is, and when a subscription renews, too.
    mutating func reinstated(_ id: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let index = paidPlace(of: try known(id))
        let transaction = book[index].transaction
        guard transaction.revocationTime != nil || transaction.multiSeatInfo?.revokedSeatQuantity != nil else {
            return []
        }
        if transaction.productType == .nonConsumable, book.owned[transaction.productID] == nil {
            book.owned[transaction.productID] = index
        }
        let event = describeAnew(index, at: now) { fields in
            fields.revocationTime = nil
            fields.revocationReason = nil
            fields.revocationType = nil
            fields.revocationPercentage = nil
            fields.multiSeatInfo = fields.multiSeatInfo?.revoking(0)
        }
        if var line = line(at: index), line.places.contains(index) {
            if line.phase == .revoked { line.reinstated(at: now) }
            line.current = standingPart(of: line) ?? line.current
            sign(line, at: now)
        }
        notice(.refundReversed, of: index, at: now)
        return [event]
    }

    /// The customer bought something on another device, or changed a subscription there.
    ///
    /// - Returns: the place of the transaction that gives them the product, and what is told.
    mutating func boughtElsewhere(
        _ payment: BackendPayment, at now: Timestamp
    ) throws(BackendError) -> (place: Int, events: [BackendEvent]) {
        guard let product = catalog.unpriced(payment.productID) else {
            throw BackendError(
                .storeProductNotAvailable, "\(payment.productID) is not sold here. Ask products(for:) what is.")
        }
        try checkPlan(of: payment)
        try checkSeats(of: payment, for: product)
        if case .adds(let line)? = try seatWish(for: product, payment, at: now) {
            return addSeats(to: line, of: product, payment, token: nil, at: now)
        }
        let active = product.subscription.flatMap { activeTransaction(in: $0.subscriptionGroupID, at: now) }
        if let owned = ownedTransaction(of: product, for: payment, at: now)
            ?? (change(to: product, payment, at: now) == .deferred ? active : nil)
        {
            if product.subscription != nil { try planRenewal(into: product, payment, at: now) }
            return (owned, [])
        }
        let offer = try applicableOffer(
            for: product, payment.options, user: payment.appAccountToken, isMonthly: payment.isMonthly, at: now
        ).get()
        let (place, replaced) = bought(product, payment, offer, token: nil, at: now)
        return (place, [reported(place, otherOrigin(of: place))] + replaced)
    }

    /// The customer moved to another country.
    mutating func moved(to storefront: StoreStorefront, at now: Timestamp) -> [BackendEvent] {
        guard storefront != catalog.settings.storefront else { return [] }
        catalog.move(to: storefront)
        book.storefront = storefront
        // What the next periods cost is another thing there.
        for line in book.allLines where !line.isOver { sign(line, at: now) }
        for device in devices.indices where devices[device].isActive {
            devices[device].others.append(.storefrontChanged(storefront))
        }
        return [.storefrontChanged(storefront)]
    }

    /// Something about a line is other than was told, though nothing in it is.
    mutating func sign(_ line: SubscriptionLine, at now: Timestamp) {
        var line = line
        line.sign(at: now)
        put(line)
    }

    private mutating func takePending(_ id: String) throws(BackendError) -> PendingPayment {
        guard id.first == "P", let number = Int(id.dropFirst()),
            let pending = book.pending[number]
        else {
            throw BackendError(.unknownTransaction, "No payment \(id) waits. See pendingPayments for those that do.")
        }
        book.pending[number] = nil
        if echoesTokens {
            for token in [pending.payment.token] + pending.joined { book.payments[token] = nil }
        }
        return pending
    }

    /// The line that a transaction belongs to.
    func line(at place: Int) -> SubscriptionLine? {
        book[place].transaction.line.flatMap { book[$0] }
    }

    func known(_ id: String) throws(BackendError) -> Int {
        guard let index = index(of: id) else {
            throw BackendError(
                .unknownTransaction, "This account has no transaction \(id). See transactions for those it has.")
        }
        return index
    }
}

extension BackendEvent {
    /// The end of a payment whose caller has had an answer before.
    fileprivate var asLeftOver: BackendEvent {
        guard case .paymentEnded(var ending) = self else { return self }
        ending.isLeftOver = true
        return .paymentEnded(ending)
    }
}
