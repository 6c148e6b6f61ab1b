import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What comes to the customer without a payment of this app that is under way: somebody decides on an earlier one, they buy outside
// the app, or another person pays.
extension SimulatedAccountState {
    /// Somebody approved a waiting payment, or what interrupted it was settled.
    mutating func approved(_ id: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let pending = try book.payments.takePending(id, hasToken: echoesTokens)
        let payment = pending.payment
        journal.happenings.note(.paymentAnswered(id, isApproved: true))
        var events = decided(payment, at: now)
        for token in pending.joined {
            // A payment that waited together with another one is answered as that was.
            if case .bought(let place)? = book.payments[payment.token] {
                book.payments[token] = .bought(place)
                events.append(journal.reported(place, .other(token)))
            } else if case .paymentEnded(var ending)? = events.last {
                ending.token = token
                events.append(.paymentEnded(ending))
            }
        }
        return journal.routed(events.map(\.asLeftover), of: payment.token)
    }

    /// Somebody declined a waiting payment.
    mutating func declined(_ id: String) throws(BackendError) -> [BackendEvent] {
        let pending = try book.payments.takePending(id, hasToken: echoesTokens)
        journal.happenings.note(.paymentAnswered(id, isApproved: false))
        var events: [BackendEvent] = []
        end(pending.payment, .cancelled, &events)
        for token in pending.joined {
            end(BackendPayment(token: token, productID: pending.payment.productID), .cancelled, &events)
        }
        return journal.routed(events.map(\.asLeftover), of: pending.payment.token)
    }

    /// Somebody will answer a waiting payment.
    mutating func planned(_ id: String, approves: Bool, at time: Timestamp) throws(BackendError) {
        journal.planPayment(try book.payments.plan(id, approves: approves, at: time))
    }

    /// A payment is answered with a transaction that was bought before; nothing is charged.
    mutating func answered(_ payment: BackendPayment, by place: Int) -> BackendEvent {
        let token = echoesTokens ? payment.token : nil
        if let token {
            // The same payment that comes again is answered as it was.
            if case .bought(let known)? = book.payments[token] { return journal.reported(known, .payment(token)) }
            book.payments[token] = .bought(place)
        }
        return journal.reported(place, .payment(token))
    }

    /// The customer redeems an offer code, in the app or outside it.
    ///
    /// - Returns: the place of the transaction that gives them the product, and what is told.
    mutating func redeemed(
        _ offerID: String, for productID: String, at now: Timestamp
    ) throws(BackendError) -> (place: Int, events: [BackendEvent]) {
        let code = BackendPayment.ofNobody(productID, [PurchaseOption(.offer(id: offerID, type: .code))])
        let plain = BackendPayment.ofNobody(productID)
        let name = OfferName(productID: productID, type: .code, id: offerID)
        guard catalog.offerTerms[name]?.isStackable == true, let product = catalog.unpriced(productID),
            product.subscription?.introductoryOffer != nil, try offer(of: product, for: plain, at: now) != nil,
            let stacked = try offer(of: product, for: code, at: now)
        else { return try boughtElsewhere(code, at: now) }
        // A new customer gets the introductory offer first, by itself, and the code's behind it.
        let bought = try boughtElsewhere(plain, at: now)
        if var line = book.line(at: bought.place) {
            line.nextOffer = LineOffer(stacked)
            journal.put(line)
        }
        return bought
    }

    /// The customer chooses how a subscription that runs is paid from its next period on.
    mutating func planChosen(
        _ plan: StoreProduct.BillingPlanType, for name: String, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        let line = try journal.line(named: name)
        guard !line.isOver else {
            throw BackendError(.invalidRequest, "\(line.productID) is over. Buy it again, with the plan.")
        }
        return try boughtElsewhere(.ofNobody(line.productID, [.billingPlanType(plan)]), at: now).events
    }

    /// The customer moved to another country.
    mutating func moved(to storefront: StoreStorefront, at now: Timestamp) -> [BackendEvent] {
        guard storefront != catalog.settings.storefront else { return [] }
        catalog.move(to: storefront)
        book.storefront = storefront
        journal.happenings.note(.storefront(storefront))
        // What the next periods cost is another thing there.
        for line in book.lines.all where !line.isOver { journal.sign(line, at: now) }
        journal.devices.report(.storefrontChanged(storefront))
        return [.storefrontChanged(storefront)]
    }
}

// Somebody else pays, a member of the family or who has bought seats, and this customer has it for nothing.
extension SimulatedAccountState {
    /// The family shares a product with this customer from now on; one that it shares already stays as it is.
    mutating func sharedByFamily(_ productID: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let product = try catalog.sold(productID)
        guard product.isFamilyShareable, product.type == .nonConsumable || product.type == .autoRenewable else {
            throw BackendError(
                .invalidRequest,
                "\(productID) is not for the family. Non-consumables and subscriptions are, where isFamilyShareable says so."
            )
        }
        return isShared(product) ? [] : got(product, from: .familyShared, at: now)
    }

    /// Somebody who has bought seats assigns one to this customer; who has one already keeps it.
    mutating func seatAssigned(_ productID: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let product = try catalog.sold(productID)
        guard product.subscription?.supportsMultiSeatPurchase == true else {
            throw BackendError(
                .invalidRequest, "\(productID) is sold without seats. Only what has seatPriceTiers can be assigned.")
        }
        guard isShared(product) else { return got(product, from: .assigned, at: now) }
        guard book.lines.sharedLine(of: productID, isAssigned: true) != nil else {
            throw BackendError(
                .invalidRequest, "The family shares \(productID) with the customer. Call stopSharing(_:) first.")
        }
        return []
    }

    /// A seat is not assigned to this customer any more: what they have of it is revoked.
    mutating func seatUnassigned(_ productID: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        guard let line = book.lines.sharedLine(of: productID, isAssigned: true), !line.phase.isOver else {
            throw BackendError(
                .unknownTransaction, "No seat of \(productID) is assigned to the customer. Call assignSeat(of:) first.")
        }
        return try revoked(book.transactions.id(of: line.current), reason: .other, percentage: nil, at: now)
    }

    /// The family does not share a product any more: what this customer has of it is revoked.
    mutating func unsharedByFamily(_ productID: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let line = book.lines.sharedLine(of: productID, isAssigned: false)
        let place = line.map { $0.phase.isOver ? nil : $0.current } ?? book.transactions.sharedPurchase(of: productID)
        guard let place else {
            throw BackendError(
                .unknownTransaction, "The family shares no \(productID). Call shareWithFamily(_:) first.")
        }
        return try revoked(book.transactions.id(of: place), reason: .other, percentage: nil, at: now)
    }

    /// This customer gets what somebody else pays for.
    private mutating func got(
        _ product: StoreProduct, from owner: StoreTransaction.OwnershipType, at now: Timestamp
    ) -> [BackendEvent] {
        let sale = Sale(product: product, payment: .ofNobody(product.id), owner: owner)
        let former = sale.line.flatMap { book.lines[$0] }
        let place = journal.append(sale, at: now)
        journal.noticePurchase(place, former: former, nil, at: now)
        return [journal.reported(place, journal.otherOrigin(of: place))]
    }

    /// Whether this customer has a product for which somebody else pays.
    private func isShared(_ product: StoreProduct) -> Bool {
        guard let group = product.subscription?.subscriptionGroupID else {
            return book.transactions.sharedPurchase(of: product.id) != nil
        }
        let line = book.lines[LineID(groupID: group, isShared: true)]
        return line.map { !$0.phase.isOver && $0.productID == product.id } ?? false
    }
}

extension BackendPayment {
    /// A payment for which nobody here has asked: its token is nobody's.
    static func ofNobody(
        _ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, _ options: Set<PurchaseOption> = []
    ) -> BackendPayment {
        BackendPayment(
            token: PaymentToken(launch: 0, number: 0), productID: productID, quantity: quantity,
            appAccountToken: appAccountToken, options: options)
    }
}

extension BackendEvent {
    /// The end of a payment whose caller has had an answer before.
    fileprivate var asLeftover: BackendEvent {
        guard case .paymentEnded(var ending) = self else { return self }
        ending.isLeftover = true
        return .paymentEnded(ending)
    }
}
