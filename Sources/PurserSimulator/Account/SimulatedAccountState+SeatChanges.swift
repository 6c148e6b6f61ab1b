import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Seats are added to the present period, chosen for the next one, and paid back.
extension SimulatedAccountState {
    /// Adds seats to the present period by a further transaction of it; they cost what is left of the period.
    ///
    /// - Parameter payment: names how many seats there are then in all.
    /// - Returns: the place of the transaction, and what is told: the others of the period first, which are described anew.
    mutating func addSeats(
        to line: SubscriptionLine, of product: StoreProduct, _ payment: BackendPayment, token: PaymentToken?,
        at date: Timestamp
    ) -> (place: Int, events: [BackendEvent]) {
        var line = line
        let now = nextPurchaseTime(of: line, at: date)
        let total = payment.options.seats ?? 0
        let tiers = tiersOfAddition(to: line, of: product, upTo: total, at: date)
        var events: [BackendEvent] = []
        for part in line.parts where book[part].transaction.additionalTransactionReason == nil {
            events.append(describeAnew(part, at: now) { $0.additionalTransactionReason = .seatAddition })
        }
        line.sign(at: now)
        let place = book.records.count
        let (first, head) = (book[line.first].transaction, book[line.parts[0]].transaction)
        var fields = StoreTransaction.Fields(
            id: id(of: place), productID: product.id, productType: .autoRenewable, purchaseTime: now)
        fields.originalID = first.originalID
        fields.originalPurchaseTime = first.originalPurchaseTime
        fields.subscriptionGroupID = line.groupID
        fields.expirationTime = line.end
        fields.webOrderLineItemID = head.webOrderLineItemID
        fields.appAccountToken = payment.appAccountToken
        fields.currencyCode = product.currencyCode
        fields.offer = line.offer?.offer
        fields.additionalTransactionReason = .seatAddition
        describe(tiers, of: &fields)
        describeStore(&fields)
        fields.signedTime = line.signed
        book.records.append(AccountRecord(transaction: StoreTransaction(fields), token: token, isCharged: true))
        noteForDevices(place)
        book.unfinishedCount += 1
        book.chargeCount += 1
        line.parts.append(place)
        line.current = place
        line.renewalSeats = total
        if let user = payment.appAccountToken { line.appAccountToken = user }
        put(line)
        notice(.seats(isMore: true), of: line, at: now)
        return (place, events + [reported(place, otherOrigin(of: place))])
    }

    /// What added seats cost: each the price of its own tier for the time that is left of the period, rounded down.
    private func tiersOfAddition(
        to line: SubscriptionLine, of product: StoreProduct, upTo total: Int, at now: Timestamp
    ) -> [StoreTransaction.MultiSeatInfo.PriceTier] {
        let start = book[line.parts[0]].transaction.purchaseTime
        let whole = Decimal(line.end.milliseconds) - Decimal(start.milliseconds)
        let left = Decimal(line.end.milliseconds) - Decimal(now.milliseconds)
        let present = seats(of: line) ?? 0
        let tiers = tiers(of: product, each: line.offer?.price ?? line.price, seats: present + 1...total)
        guard whole > 0, left < whole else { return tiers }
        return tiers.map { tier in
            .init(
                price: PriceText.roundedDown(tier.price * left / whole, currency: product.currencyCode),
                quantity: tier.quantity)
        }
    }

    /// The customer chooses how many seats the next period has.
    mutating func seatsChosen(_ seats: Int, _ name: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        var line = try line(named: name)
        guard !line.isOver else { throw Self.isOver(line) }
        guard let chosen = line.renewalSeats, let present = self.seats(of: line) else {
            throw BackendError(
                .invalidRequest,
                "\(line.productID) was bought without seats. Buy it with PurchaseOption.seats(_:) first.")
        }
        guard line.preferredProductID == nil, line.preferredPlan == nil else {
            throw BackendError(
                .invalidRequest,
                "\(line.productID) renews into \(line.preferredProductID ?? "another plan"). Choose its seats with that purchase."
            )
        }
        let most = max(present, chosen)
        guard (1...most).contains(seats) else {
            throw BackendError(
                .invalidRequest,
                "\(line.productID) renews with 1 to \(most) seats, not with \(seats). Buy more with PurchaseOption.seats(_:) and their total."
            )
        }
        guard seats != chosen else { return [] }
        line.renewalSeats = seats
        line.sign(at: now)
        put(line)
        notice(.seats(isMore: seats == present ? nil : seats > chosen), of: line, at: now)
        return []
    }

    /// The store gives seats back; the transaction stands for the others, and where there are none, it is revoked.
    ///
    /// - Parameter percentage: how much of their price is given back.
    mutating func seatsRefunded(
        _ seats: Int, of id: String, percentage: Decimal, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        let place = try known(id)
        let record = book[place]
        guard let info = record.transaction.multiSeatInfo, let left = record.transaction.seats else {
            throw BackendError(.invalidRequest, "\(id) has no seats. Give all of it back with refund(_:).")
        }
        guard record.transaction.revocationTime == nil else { return [] }
        guard (1...max(1, left)).contains(seats) else {
            throw BackendError(
                .invalidRequest, "\(id) stands for \(left) seats, so \(seats) cannot be given back. Name 1 to \(left).")
        }
        guard seats < left else { return try revoked(id, reason: .other, percentage: percentage, at: now) }
        recordRefund(of: record, seats: seats, percentage, at: now)
        let event = describeAnew(place, at: now) { fields in
            fields.multiSeatInfo = info.revoking(max(0, info.revokedSeatQuantity ?? 0) + seats)
        }
        if let line = line(at: place), line.places.contains(place) { sign(line, at: now) }
        notice(.seatsRefunded, of: place, at: now)
        return [event]
    }
}
