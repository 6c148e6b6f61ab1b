import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Changes without a running payment of this app: decisions on waiting payments, purchases outside the app, and
// purchases of other people.
extension SimulatedAccountState {
    /// Approves a waiting payment, or resolves its interruption.
    mutating func approved(_ id: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        let pending = try book.payments.takePending(id, hasToken: echoesTokens)
        let payment = pending.payment
        journal.happenings.note(.paymentAnswered(id, isApproved: true))
        var events = decided(payment, at: now)
        for token in pending.joined {
            // A payment that waited together with another one gets the same answer.
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

    /// Declines a waiting payment.
    mutating func declined(_ id: String) throws(BackendFailure) -> [BackendEvent] {
        let pending = try book.payments.takePending(id, hasToken: echoesTokens)
        journal.happenings.note(.paymentAnswered(id, isApproved: false))
        var events: [BackendEvent] = []
        end(pending.payment, .cancelled, &events)
        for token in pending.joined {
            end(BackendPayment(token: token, productID: pending.payment.productID), .cancelled, &events)
        }
        return journal.routed(events.map(\.asLeftover), of: pending.payment.token)
    }

    /// Plans the answer to a waiting payment.
    mutating func planned(_ id: String, approves: Bool, at time: Timestamp) throws(BackendFailure) {
        journal.planPayment(try book.payments.plan(id, approves: approves, at: time))
    }

    /// Answers a payment with an existing transaction, without a charge.
    mutating func answered(_ payment: BackendPayment, by place: Int) -> BackendEvent {
        let token = echoesTokens ? payment.token : nil
        if let token {
            // A repeated payment gets the same answer.
            if case .bought(let known)? = book.payments[token] { return journal.reported(known, .payment(token)) }
            book.payments[token] = .bought(place)
        }
        return journal.reported(place, .payment(token))
    }

    /// Redeems an offer code, in the app or outside it.
    ///
    /// - Returns: the place of the transaction that grants the product, and the events to report.
    mutating func redeemed(
        _ offerID: String, for productID: String, at now: Timestamp
    ) throws(BackendFailure) -> (place: Int, events: [BackendEvent]) {
        let code = BackendPayment.ofNobody(productID, [PurchaseOption(.offer(id: offerID, type: .code))])
        let plain = BackendPayment.ofNobody(productID)
        let name = OfferName(productID: productID, type: .code, id: offerID)
        guard catalog.offerTerms[name]?.isStackable == true, let product = catalog.unpriced(productID),
            product.subscription?.introductoryOffer != nil, try offer(of: product, for: plain, at: now) != nil,
            let stacked = try offer(of: product, for: code, at: now)
        else { return try boughtElsewhere(code, at: now) }
        // A new customer gets the introductory offer first, then the code's offer.
        let bought = try boughtElsewhere(plain, at: now)
        if var subscription = book.subscription(at: bought.place) {
            subscription.nextOffer = SubscriptionOffer(stacked)
            journal.put(subscription)
        }
        return bought
    }

    /// Sets the billing plan of a running subscription from the next period on.
    mutating func planChosen(
        _ plan: StoreProduct.BillingPlanType, for name: String, at now: Timestamp
    ) throws(BackendFailure) -> [BackendEvent] {
        let subscription = try journal.subscription(named: name)
        guard !subscription.isOver else {
            throw BackendFailure(.invalidRequest, "\(subscription.productID) is over. Buy it again, with the plan.")
        }
        return try boughtElsewhere(.ofNobody(subscription.productID, [.billingPlanType(plan)]), at: now).events
    }

    /// Moves the customer to another country.
    mutating func moved(to storefront: StoreStorefront, at now: Timestamp) -> [BackendEvent] {
        let storefront = storefront.withCurrency
        guard storefront != catalog.settings.storefront else { return [] }
        catalog.move(to: storefront)
        book.storefront = storefront
        journal.happenings.note(.storefront(storefront))
        // The next periods have other prices there.
        for subscription in book.subscriptions.all where !subscription.isOver { journal.sign(subscription, at: now) }
        journal.devices.report(.storefrontChanged(storefront))
        return [.storefrontChanged(storefront)]
    }
}

// Purchases by other people, such as a family member or a buyer of seats, that cost this customer nothing.
extension SimulatedAccountState {
    /// Begins family sharing of a product with this customer; an already shared product stays unchanged.
    mutating func sharedByFamily(_ productID: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        let product = try catalog.sold(productID)
        guard product.isFamilyShareable, product.type == .nonConsumable || product.type == .autoRenewable else {
            throw BackendFailure(
                .invalidRequest,
                "\(productID) is not family shareable. Use a non-consumable or a subscription with isFamilyShareable."
            )
        }
        return isShared(product) ? [] : got(product, from: .familyShared, at: now)
    }

    /// Assigns a seat to this customer; an existing seat stays unchanged.
    mutating func seatAssigned(_ productID: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        let product = try catalog.sold(productID)
        guard product.subscription?.supportsMultiSeatPurchase == true else {
            throw BackendFailure(
                .invalidRequest, "\(productID) is sold without seats. Use a subscription with seatPriceTiers.")
        }
        guard isShared(product) else { return got(product, from: .assigned, at: now) }
        guard book.subscriptions.sharedSubscription(of: productID, isAssigned: true) != nil else {
            throw BackendFailure(
                .invalidRequest, "The family shares \(productID) with the customer. Call stopSharing(_:) first.")
        }
        return []
    }

    /// Ends the assignment of a seat: the customer's transaction is revoked.
    mutating func seatUnassigned(_ productID: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        guard let subscription = book.subscriptions.sharedSubscription(of: productID, isAssigned: true),
            !subscription.phase.isOver
        else {
            throw BackendFailure(
                .unknownTransaction, "No seat of \(productID) is assigned to the customer. Call assignSeat(of:) first.")
        }
        return try revoked(book.transactions.id(of: subscription.current), reason: .other, percentage: nil, at: now)
    }

    /// Ends family sharing of a product: the customer's transaction is revoked.
    mutating func unsharedByFamily(_ productID: String, at now: Timestamp) throws(BackendFailure) -> [BackendEvent] {
        let subscription = book.subscriptions.sharedSubscription(of: productID, isAssigned: false)
        let place =
            subscription.map { $0.phase.isOver ? nil : $0.current } ?? book.transactions.sharedPurchase(of: productID)
        guard let place else {
            throw BackendFailure(
                .unknownTransaction, "The family does not share \(productID). Call shareWithFamily(_:) first.")
        }
        return try revoked(book.transactions.id(of: place), reason: .other, percentage: nil, at: now)
    }

    /// Adds a product to this customer's account that another person pays for.
    private mutating func got(
        _ product: StoreProduct, from owner: StoreTransaction.OwnershipType, at now: Timestamp
    ) -> [BackendEvent] {
        let sale = Sale(product: product, payment: .ofNobody(product.id), owner: owner)
        let former = sale.subscription.flatMap { book.subscriptions[$0] }
        let place = journal.append(sale, at: now)
        journal.noticePurchase(place, former: former, nil, at: now)
        return [journal.reported(place, journal.otherOrigin(of: place))]
    }

    /// Whether another person pays for a product of this customer.
    private func isShared(_ product: StoreProduct) -> Bool {
        guard let group = product.subscription?.subscriptionGroupID else {
            return book.transactions.sharedPurchase(of: product.id) != nil
        }
        let subscription = book.subscriptions[SubscriptionID(groupID: group, isShared: true)]
        return subscription.map { !$0.phase.isOver && $0.productID == product.id } ?? false
    }
}

extension BackendPayment {
    /// A payment that this customer did not make, with an unused token.
    static func ofNobody(
        _ productID: String, quantity: Int = 1, appAccountToken: UUID? = nil, _ options: Set<PurchaseOption> = []
    ) -> BackendPayment {
        BackendPayment(
            token: PaymentToken(launch: 0, number: 0), productID: productID, quantity: quantity,
            appAccountToken: appAccountToken, options: options)
    }
}

extension BackendEvent {
    /// The end of a payment whose caller already has an answer.
    fileprivate var asLeftover: BackendEvent {
        guard case .paymentEnded(var ending) = self else { return self }
        ending.isLeftover = true
        return .paymentEnded(ending)
    }
}
