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
        let payment = try takePending(id)
        var events: [BackendEvent] = []
        guard let product = catalog.unpriced(payment.productID) else {
            end(
                payment, .failed(BackendError(.storeProductNotAvailable, "\(payment.productID) is no longer sold.")),
                &events)
            return events.map(\.asLeftOver)
        }
        let origin = BackendTransaction.Origin.other(echoesTokens ? payment.token : nil)
        if !answerWithOwned(product, payment, origin, at: now, &events) {
            buy(product, payment, origin, at: now, &events)
        }
        return events.map(\.asLeftOver)
    }

    /// Somebody declined a waiting payment.
    mutating func declined(_ id: String) throws(BackendError) -> [BackendEvent] {
        let payment = try takePending(id)
        var events: [BackendEvent] = []
        end(payment, .cancelled, &events)
        return events.map(\.asLeftOver)
    }

    /// The store takes a purchase back; one that is taken back already stays as it is.
    ///
    /// - Parameter percentage: how much of the money is given back; `nil` when none is.
    mutating func revoked(
        _ id: String, reason: StoreTransaction.RevocationReason, percentage: Decimal?, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        let index = try known(id)
        let record = book.records[index]
        guard record.transaction.revocationTime == nil else { return [] }
        if let percentage { recordRefund(of: record, percentage, at: now) }
        if book.owned[record.transaction.productID] == index { book.owned[record.transaction.productID] = nil }
        return [
            describeAnew(index, at: now) { fields in
                fields.revocationTime = now
                fields.revocationReason = reason
                fields.revocationType = percentage.map { $0 < 100 ? .proratedRefund : .fullRefund } ?? .familyRevocation
                fields.revocationPercentage = percentage
            }
        ]
    }

    /// The store undoes a revocation; the money stays where it is.
    mutating func reinstated(_ id: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let index = try known(id)
        let transaction = book.records[index].transaction
        guard transaction.revocationTime != nil else { return [] }
        if transaction.productType == .nonConsumable, book.owned[transaction.productID] == nil {
            book.owned[transaction.productID] = index
        }
        return [
            describeAnew(index, at: now) { fields in
                fields.revocationTime = nil
                fields.revocationReason = nil
                fields.revocationType = nil
                fields.revocationPercentage = nil
            }
        ]
    }

    /// The customer bought something on another device.
    mutating func boughtElsewhere(
        _ payment: BackendPayment, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        guard let product = catalog.unpriced(payment.productID) else {
            throw BackendError(
                .storeProductNotAvailable, "\(payment.productID) is not sold here. Ask products(for:) what is.")
        }
        guard ownedTransaction(of: product, at: now) == nil, !defersChange(to: product, at: now) else { return [] }
        let replaced = replacedTransaction(for: product, at: now)
        let offer = try applicableOffer(for: product, payment.options, at: now).get()
        let index = append(product, payment, offer: offer, token: nil, originalOf: nil, isCharged: true, at: now)
        var events = [reported(index, otherOrigin(of: index))]
        if let replaced { markUpgraded(replaced, at: now, &events) }
        return events
    }

    /// The customer moved to another country.
    mutating func moved(to storefront: StoreStorefront) -> [BackendEvent] {
        guard storefront != catalog.settings.storefront else { return [] }
        catalog.move(to: storefront)
        book.storefront = storefront
        return [.storefrontChanged(storefront)]
    }

    private mutating func takePending(_ id: String) throws(BackendError) -> BackendPayment {
        guard id.first == "P", let number = Int(id.dropFirst()),
            let pending = book.pending[number]
        else {
            throw BackendError(.unknownTransaction, "No payment \(id) waits. See pendingPayments for those that do.")
        }
        book.pending[number] = nil
        if echoesTokens { book.payments[pending.payment.token] = nil }
        return pending.payment
    }

    private func known(_ id: String) throws(BackendError) -> Int {
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
