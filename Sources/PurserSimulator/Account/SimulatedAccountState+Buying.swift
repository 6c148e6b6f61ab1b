import Purser

extension SimulatedAccountState {
    /// Buys, unless the offer does not apply, and reports the result.
    mutating func buy(
        _ product: StoreProduct, _ payment: BackendPayment, _ origin: BackendTransaction.Origin, at now: Timestamp,
        _ events: inout [BackendEvent]
    ) {
        let offer: StoreOffer?
        switch applicableOffer(
            for: planned(product, payment), payment.options, user: payment.appAccountToken, at: now)
        {
        case .failure(let error): return end(payment, .failed(error), &events)
        case .success(let applicable): offer = applicable
        }
        let token = echoesTokens ? payment.token : nil
        let (place, replaced) = bought(product, payment, offer, token: token, at: now)
        if let token { book.payments[token] = .bought(place) }
        events.append(reported(place, origin))
        events += replaced
    }

    /// Answers with what is owned already, without a charge; `false` when the product must be bought.
    ///
    /// A change that waits for the renewal is answered with the transaction of the present period: nothing is pending,
    /// for nobody has to do anything. StoreKit 1 has no such answer: there the payment is put off.
    mutating func answerWithOwned(
        _ product: StoreProduct, _ payment: BackendPayment, _ origin: BackendTransaction.Origin, at now: Timestamp,
        _ events: inout [BackendEvent]
    ) -> Bool {
        let isDeferred = change(to: product, at: now) == .deferred
        guard let index = ownedTransaction(of: product, at: now) ?? (isDeferred ? present(product, at: now) : nil)
        else {
            return false
        }
        if product.subscription != nil {
            do throws(BackendError) {
                try planRenewal(into: product, payment, at: now)
            } catch {
                end(payment, .failed(error), &events)
                return true
            }
        }
        guard echoesTokens else {
            if isDeferred {
                end(payment, .pending, &events)
                return true
            }
            // StoreKit 1 answers with a new transaction that points to the original one.
            let copy = append(
                product, payment, offer: nil, token: nil, originalOf: index, isCharged: false, at: now)
            events.append(reported(copy, origin))
            return true
        }
        book.payments[payment.token] = .bought(index)
        events.append(reported(index, origin))
        return true
    }

    /// The customer wants a running subscription to go on as `product`, perhaps with an offer: it renews into that.
    mutating func planRenewal(
        into product: StoreProduct, _ payment: BackendPayment, at now: Timestamp
    ) throws(BackendError) {
        guard let group = product.subscription?.subscriptionGroupID, var line = book.lines[group] else { return }
        let former = line
        // An introductory offer comes by itself and never here: who has a subscription is not new.
        if WantedOffer(payment.options) != nil {
            let offer = applicableOffer(for: product, payment.options, user: payment.appAccountToken, at: now)
            line.nextOffer = try offer.get().map { LineOffer($0) }
        } else if line.preferredProductID ?? line.productID != product.id {
            line.nextOffer = nil
        }
        line.preferredProductID = product.id == line.productID ? nil : product.id
        line.willAutoRenew = true
        guard line != former else { return }
        line.sign(at: now)
        put(line)
        noticePlan(former, line, at: now)
    }

    /// Buys a product: begins a subscription, or replaces the one that runs.
    ///
    /// - Returns: the place of the transaction, and the descriptions of those that an upgrade has replaced.
    mutating func bought(
        _ product: StoreProduct, _ payment: BackendPayment, _ offer: StoreOffer?, token: PaymentToken?,
        at now: Timestamp
    ) -> (place: Int, replaced: [BackendEvent]) {
        let change = change(to: product, at: now)
        let upgraded = change == .upgrade ? upgradable(to: product, at: now) : []
        let former = product.subscription.flatMap { book.lines[$0.subscriptionGroupID] }
        let place = append(product, payment, offer: offer, token: token, originalOf: nil, isCharged: true, at: now)
        noticePurchase(place, former: former, change, at: now)
        for replaced in upgraded { refundUnused(replaced, at: now) }
        return (place, upgraded.map { describeAnew($0, at: now) { $0.isUpgraded = true } })
    }

    /// What an upgrade to `product` ends: the present transaction of its group, and periods that an early renewal left behind.
    private func upgradable(to product: StoreProduct, at now: Timestamp) -> [Int] {
        guard let group = product.subscription?.subscriptionGroupID, let present = present(product, at: now) else {
            return []
        }
        let others = runningPeriods(of: LineID(groupID: group, isShared: false), at: now)
        return others.filter { $0 != present } + [present]
    }

    /// The product with the offers of the plan that a payment asks for.
    func planned(_ product: StoreProduct, _ payment: BackendPayment) -> StoreProduct {
        guard payment.wantsOtherPlan else { return product }
        var product = product
        product.subscription?.offers = catalog.monthlyPlans[product.id]?.offers ?? []
        return product
    }

    /// The transaction of the subscription that runs in a product's group.
    private func present(_ product: StoreProduct, at now: Timestamp) -> Int? {
        product.subscription.flatMap { activeTransaction(in: $0.subscriptionGroupID, at: now) }
    }
}
