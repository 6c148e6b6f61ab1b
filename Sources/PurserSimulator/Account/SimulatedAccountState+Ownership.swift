import Purser

extension SimulatedAccountState {
    /// The transaction that already gives what `product` would; consumables and non-renewing ones are never owned.
    func ownedTransaction(of product: StoreProduct, at now: Timestamp) -> Int? {
        if product.type == .nonConsumable { return book.owned[product.id] }
        guard let group = product.subscription?.subscriptionGroupID, let active = activeTransaction(in: group, at: now),
            book.records[active].transaction.productID == product.id
        else { return nil }
        return active
    }

    /// The transaction of the subscription that runs in a group.
    func activeTransaction(in group: String, at now: Timestamp) -> Int? {
        guard let line = book.lines[group] else { return nil }
        let transaction = book.records[line.current].transaction
        guard transaction.revocationTime == nil, !transaction.isUpgraded,
            let expiration = transaction.expirationTime, expiration > now
        else { return nil }
        return line.current
    }

    /// Notes a change that takes effect at the next renewal only; `false` when it takes effect at once.
    ///
    /// So do downgrades, and changes between products of one level that last differently.
    mutating func defersChange(to product: StoreProduct, at now: Timestamp) -> Bool {
        guard let (_, isImmediate, group) = change(to: product, at: now), !isImmediate else { return false }
        book.lines[group]?.preferredProductID = product.id
        return true
    }

    /// The running transaction that buying `product` replaces at once.
    func replacedTransaction(for product: StoreProduct, at now: Timestamp) -> Int? {
        guard let (active, isImmediate, _) = change(to: product, at: now), isImmediate else { return nil }
        return active
    }

    /// Writes a new transaction down.
    ///
    /// - Parameter original: the transaction of which it is a copy, if it is one.
    mutating func append(
        _ product: StoreProduct, _ payment: BackendPayment, offer: StoreOffer?, token: PaymentToken?,
        originalOf original: Int?, isCharged: Bool, at now: Timestamp
    ) -> Int {
        let index = book.records.count
        var fields = StoreTransaction.Fields(
            id: String(Self.firstTransactionNumber + index), productID: product.id, productType: product.type,
            purchasedQuantity: payment.quantity, purchaseTime: now)
        fields.appAccountToken = payment.appAccountToken
        fields.price = product.amount(quantity: payment.quantity, offer: offer)
        fields.currencyCode = product.currencyCode
        fields.storefrontCountryCode = catalog.settings.storefront.countryCode
        fields.storefrontID = catalog.settings.storefront.id
        fields.appTransactionID = catalog.settings.app.transactionID
        fields.appBundleID = catalog.settings.app.bundleID
        fields.environment = .localTesting
        fields.signedTime = now
        if let original { point(&fields, to: original) }
        if let subscription = product.subscription {
            begin(subscription, offer: offer, at: index, copyOf: original, &fields)
        }
        book.records.append(
            AccountRecord(transaction: StoreTransaction(fields), token: token, isCharged: isCharged))
        book.unfinishedCount += 1
        if isCharged { book.chargeCount += 1 }
        if product.type == .nonConsumable, original == nil { book.owned[product.id] = index }
        return index
    }

    /// Describes a transaction anew; it waits to be finished again, so that the change cannot be missed.
    mutating func describeAnew(
        _ index: Int, at now: Timestamp, _ change: (inout StoreTransaction.Fields) -> Void
    ) -> BackendEvent {
        var fields = book.records[index].transaction.fields
        change(&fields)
        let next = (fields.signedTime ?? Timestamp(milliseconds: 0)).advanced(by: .milliseconds(1))
        fields.signedTime = max(now, next)
        book.records[index].transaction = StoreTransaction(fields)
        if book.records[index].isFinished {
            book.records[index].isFinished = false
            book.unfinishedCount += 1
        }
        return reported(index, otherOrigin(of: index))
    }

    /// An upgrade replaced the transaction.
    mutating func markUpgraded(_ index: Int, at now: Timestamp, _ events: inout [BackendEvent]) {
        events.append(describeAnew(index, at: now) { $0.isUpgraded = true })
    }

    /// The running subscription that a purchase of `product` would change, and whether at once.
    private func change(
        to product: StoreProduct, at now: Timestamp
    ) -> (active: Int, isImmediate: Bool, group: String)? {
        guard let wanted = product.subscription,
            let active = activeTransaction(in: wanted.subscriptionGroupID, at: now),
            let current = catalog.unpriced(book.records[active].transaction.productID)?.subscription
        else { return nil }
        let isUpgrade = wanted.groupLevel < current.groupLevel
        let isAlike = wanted.groupLevel == current.groupLevel && wanted.subscriptionPeriod == current.subscriptionPeriod
        return (active, isUpgrade || isAlike, wanted.subscriptionGroupID)
    }

    private func point(_ fields: inout StoreTransaction.Fields, to original: Int) {
        let transaction = book.records[original].transaction
        fields.originalID = transaction.originalID
        fields.originalPurchaseTime = transaction.originalPurchaseTime
        fields.expirationTime = transaction.expirationTime
        fields.price = nil
    }

    /// Begins a period, and the subscription of the group if there is none yet.
    private mutating func begin(
        _ subscription: StoreProduct.SubscriptionInfo, offer: StoreOffer?, at index: Int, copyOf original: Int?,
        _ fields: inout StoreTransaction.Fields
    ) {
        fields.subscriptionGroupID = subscription.subscriptionGroupID
        guard original == nil else { return }
        let period =
            offer.map { $0.paymentMode == .payAsYouGo ? subscription.subscriptionPeriod : $0.period }
            ?? subscription.subscriptionPeriod
        fields.expirationTime = catalog.settings.timeRate.end(of: period, from: fields.purchaseTime)
        fields.webOrderLineItemID = String(3_000_000_000_001 + index)
        fields.offer = offer.map { .init(type: $0.type, id: $0.id, paymentMode: $0.paymentMode) }
        var line = book.lines[subscription.subscriptionGroupID] ?? SubscriptionLine(first: index, current: index)
        if line.first != index {
            let first = book.records[line.first].transaction
            fields.originalID = first.originalID
            fields.originalPurchaseTime = first.originalPurchaseTime
        }
        line.current = index
        line.preferredProductID = nil
        if offer?.type == .introductory { line.usedIntroductoryOffer = true }
        book.lines[subscription.subscriptionGroupID] = line
    }
}
