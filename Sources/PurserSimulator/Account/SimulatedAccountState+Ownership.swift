import Purser

extension SimulatedAccountState {
    /// The transaction that already gives what `payment` asks for; consumables and non-renewing ones are never owned, and
    /// neither are seats.
    func ownedTransaction(of product: StoreProduct, for payment: BackendPayment, at now: Timestamp) -> Int? {
        if product.type == .nonConsumable { return book.owned[product.id] }
        guard let group = product.subscription?.subscriptionGroupID, let active = activeTransaction(in: group, at: now),
            book.lines[group]?.productID == product.id, payment.options.seats == nil
        else { return nil }
        return active
    }

    /// The transaction of the subscription that the customer has in a group and pays for.
    func activeTransaction(in group: String, at now: Timestamp) -> Int? {
        guard let line = book.lines[group], line.phase.isEntitled else { return nil }
        if case .grace = line.phase { return line.current }
        // Who asks about an account that nobody has advanced to now gets no period that is over.
        return line.end > now ? line.current : nil
    }

    /// How a purchase of `product` changes the subscription that runs in its group; `nil` when none runs.
    func change(to product: StoreProduct, _ payment: BackendPayment, at now: Timestamp) -> SubscriptionChange? {
        guard let wanted = product.subscription,
            activeTransaction(in: wanted.subscriptionGroupID, at: now) != nil,
            let line = book.lines[wanted.subscriptionGroupID]
        else { return nil }
        guard let current = catalog.unpriced(line.productID)?.subscription else { return .upgrade }
        return SubscriptionChange(
            from: current, to: wanted, keepsPlan: payment.isMonthly == (line.commitment != nil))
    }

    /// Writes a new transaction down.
    ///
    /// - Parameters:
    ///   - original: the transaction of which it is a copy, if it is one.
    ///   - owner: `.purchased` unless somebody else pays for it.
    mutating func append(
        _ product: StoreProduct, _ payment: BackendPayment, offer: StoreOffer?, token: PaymentToken?,
        originalOf original: Int?, isCharged: Bool, owner: StoreTransaction.OwnershipType = .purchased,
        at date: Timestamp
    ) -> Int {
        let index = book.records.count
        let line = product.subscription.map {
            LineID(groupID: $0.subscriptionGroupID, isShared: owner != .purchased)
        }
        let now =
            line.flatMap { book[$0] }.map { nextPurchaseTime(of: $0, at: date) } ?? original.map {
                copyTime(of: book[$0].transaction, at: date)
            } ?? date
        var fields = StoreTransaction.Fields(
            id: id(of: index), productID: product.id, productType: product.type,
            purchasedQuantity: payment.quantity, purchaseTime: now)
        fields.appAccountToken = payment.appAccountToken
        let isShared = owner != .purchased
        fields.ownershipType = owner
        if !isShared {
            fields.price = product.amount(quantity: payment.quantity, offer: offer)
            fields.currencyCode = product.currencyCode
        }
        describeStore(&fields)
        fields.signedTime = now
        if let original { point(&fields, to: original) }
        if payment.isMonthly, let plan = catalog.monthlyPlans[product.id] {
            fields.billingPlanType = .monthly
            let price = offer == nil ? plan.price : product.amount(quantity: 1, offer: offer)
            fields.price = PriceText.payable(price, currency: product.currencyCode)
        }
        if let seats = payment.options.seats, !isShared {
            let each = offer.map { product.amount(quantity: 1, offer: $0) }
            describe(tiers(of: product, each: each, seats: 1...seats), of: &fields)
        }
        if let subscription = product.subscription {
            begin(subscription, offer: offer, at: index, copyOf: original, &fields)
        }
        book.records.append(
            AccountRecord(transaction: StoreTransaction(fields), token: token, isCharged: isCharged))
        noteForDevices(index)
        book.unfinishedCount += 1
        if isCharged { book.chargeCount += 1 }
        if product.type == .nonConsumable, original == nil, !isShared || book.owned[product.id] == nil {
            book.owned[product.id] = index
        }
        return index
    }

    /// Describes a transaction anew; it waits to be finished again, so that the change cannot be missed.
    mutating func describeAnew(
        _ index: Int, at now: Timestamp, _ change: (inout StoreTransaction.Fields) -> Void
    ) -> BackendEvent {
        var record = book[index]
        var fields = record.transaction.fields
        change(&fields)
        let next = (fields.signedTime ?? Timestamp(milliseconds: 0)).advanced(by: .milliseconds(1))
        fields.signedTime = max(now, next)
        record.transaction = StoreTransaction(fields)
        if record.isFinished {
            record.isFinished = false
            book.unfinishedCount += 1
        }
        book[index] = record
        noteForDevices(index)
        return reported(index, otherOrigin(of: index))
    }

    /// The purchase date of a copy: now, or a millisecond after the purchase where that is not earlier.
    func copyTime(of original: StoreTransaction, at now: Timestamp) -> Timestamp {
        max(now, original.purchaseTime.advanced(by: .milliseconds(1)))
    }

    /// The purchase date of the next transaction of a line: now, or a millisecond after the last one where that is not earlier.
    ///
    /// Apple's store gives no two transactions of a subscription the same date either (E2).
    func nextPurchaseTime(of line: SubscriptionLine, at now: Timestamp) -> Timestamp {
        lastPurchaseTime(of: line).map { max(now, $0.advanced(by: .milliseconds(1))) } ?? now
    }

    /// When the last transaction of a line's present period was bought.
    func lastPurchaseTime(of line: SubscriptionLine) -> Timestamp? {
        (line.places + [line.current]).map { book[$0].transaction.purchaseTime }.max()
    }

    /// What is the same for all that is sold now.
    func describeStore(_ fields: inout StoreTransaction.Fields) {
        fields.storefrontCountryCode = catalog.settings.storefront.countryCode
        fields.storefrontID = catalog.settings.storefront.id
        fields.appTransactionID = catalog.settings.app.transactionID
        fields.appBundleID = catalog.settings.app.bundleID
        fields.environment = catalog.settings.environment
    }

    private func point(_ fields: inout StoreTransaction.Fields, to original: Int) {
        let transaction = book[original].transaction
        fields.originalID = transaction.originalID
        fields.originalPurchaseTime = transaction.originalPurchaseTime
        fields.expirationTime = transaction.expirationTime
        fields.price = nil
    }

    /// Begins a period that somebody bought, and the subscription of the group if there is none yet.
    private mutating func begin(
        _ subscription: StoreProduct.SubscriptionInfo, offer: StoreOffer?, at index: Int, copyOf original: Int?,
        _ fields: inout StoreTransaction.Fields
    ) {
        fields.subscriptionGroupID = subscription.subscriptionGroupID
        guard original == nil else { return }
        let now = fields.purchaseTime
        let offer = offer.map { LineOffer($0).used }
        let rate = catalog.settings.timeRate
        let isShared = fields.ownershipType != .purchased
        let former = book[LineID(groupID: subscription.subscriptionGroupID, isShared: isShared)]
        var line = SubscriptionLine(
            first: former?.first ?? index, current: index, groupID: subscription.subscriptionGroupID,
            isShared: isShared,
            productID: fields.productID,
            schedule: PeriodSchedule(anchor: now, period: subscription.subscriptionPeriod, rate: rate.rawValue),
            recentStart: former.map { recentStart(of: $0, boughtAgainAt: now) } ?? now, signed: now)
        if let length = offer?.period {
            line.schedule.anchor = rate.end(of: length, from: now)
            line.period = -1
        }
        if fields.billingPlanType == .monthly { commit(&line, &fields, hasOfferFirst: offer?.period != nil) }
        line.offer = offer
        line.isAssigned = fields.ownershipType == .assigned
        line.appAccountToken = fields.appAccountToken
        line.renewalSeats = fields.multiSeatInfo == nil ? nil : fields.purchasedQuantity
        line.begins(with: index)
        line.usedIntroductoryOffer = former?.usedIntroductoryOffer ?? false || offer?.offer.type == .introductory
        if let former {
            let first = book[former.first].transaction
            fields.originalID = first.originalID
            fields.originalPurchaseTime = first.originalPurchaseTime
            line.signed = former.signed
            line.sign(at: now)
            fields.signedTime = line.signed
        }
        fields.expirationTime = line.end
        fields.webOrderLineItemID = String(3_000_000_000_001 + book.identifierBase + index)
        fields.offer = offer?.offer
        put(line)
    }

    /// Binds the customer to twelve payments, of which this is the first; or, where it is for the length of an offer, the next.
    private func commit(
        _ line: inout SubscriptionLine, _ fields: inout StoreTransaction.Fields, hasOfferFirst: Bool
    ) {
        line.schedule.period = MonthlyPlan.partLength
        line.commitment = newCommitment(to: fields.productID)?.advanced(isOffer: hasOfferFirst)
            .ending(with: line.period, of: line.schedule)
        fields.commitmentInfo = line.commitment?.info
    }

    /// When the customer became a subscriber who buys again: a break shorter than the store's retries does not count.
    private func recentStart(of line: SubscriptionLine, boughtAgainAt now: Timestamp) -> Timestamp {
        guard !line.phase.isEntitled || line.end <= now else { return line.recentStart }
        let allowed = line.end.advanced(by: catalog.settings.timeRate.billingRetryPeriod)
        return now < allowed ? line.recentStart : now
    }
}
