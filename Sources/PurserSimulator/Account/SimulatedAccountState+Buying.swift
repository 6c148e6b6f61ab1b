import Purser

extension SimulatedAccountState {
    /// Buys, unless the offer does not apply, and reports the result.
    mutating func buy(
        _ product: StoreProduct, _ payment: BackendPayment, _ origin: BackendTransaction.Origin, at now: Timestamp,
        _ events: inout [BackendEvent]
    ) {
        let token = echoesTokens ? payment.token : nil
        if case .adds(let line)? = try? seatWish(for: product, payment, at: now) {
            let (place, others) = addSeats(to: line, of: product, payment, token: token, at: now)
            if let token { book.payments[token] = .bought(place) }
            events += [reported(place, origin)] + others.dropLast()
            return
        }
        let offer: StoreOffer?
        switch applicableOffer(
            for: product, payment.options, user: payment.appAccountToken, isMonthly: payment.isMonthly, at: now)
        {
        case .failure(let error): return end(payment, .failed(error), &events)
        case .success(let applicable): offer = applicable
        }
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
        do throws(BackendError) {
            _ = try seatWish(for: product, payment, at: now)
        } catch {
            end(payment, .failed(error), &events)
            return true
        }
        let isDeferred = change(to: product, payment, at: now) == .deferred
        guard
            let index = ownedTransaction(of: product, for: payment, at: now)
                ?? (isDeferred ? present(product, at: now) : nil)
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
        // Who names no plan keeps the one of the present product, and pays up front for another.
        let isMonthly = payment.namesPlan || product.id != line.productID ? payment.isMonthly : line.wantsMonthly
        let isSame = product.id == line.productID && isMonthly == (line.commitment != nil)
        let preferredPlan: StoreProduct.BillingPlanType? = isMonthly ? .monthly : .upFront
        // An introductory offer comes by itself and never here: who has a subscription is not new.
        if WantedOffer(payment.options) != nil {
            let offer = applicableOffer(
                for: product, payment.options, user: payment.appAccountToken, isMonthly: isMonthly, at: now)
            line.nextOffer = try offer.get().map { LineOffer($0) }
        } else if line.preferredProductID ?? line.productID != product.id || isMonthly != line.wantsMonthly {
            line.nextOffer = nil
        }
        line.preferredProductID = product.id == line.productID ? nil : product.id
        line.preferredPlan = isSame ? nil : preferredPlan
        line.preferredSeats = isSame ? nil : payment.options.seats
        line.willAutoRenew = true
        guard line != former else { return }
        line.sign(at: now)
        put(line)
        noticePlan(former, line, at: now)
    }

    /// Buys a product: begins a subscription, or replaces the one that runs.
    ///
    /// - Returns: the place of the transaction, and the description of the one that an upgrade has replaced.
    mutating func bought(
        _ product: StoreProduct, _ payment: BackendPayment, _ offer: StoreOffer?, token: PaymentToken?,
        at now: Timestamp
    ) -> (place: Int, replaced: [BackendEvent]) {
        let change = change(to: product, payment, at: now)
        // Whoever buys while one runs replaces it: what waits for the renewal is not bought.
        let replaced = change == nil ? [] : standingParts(inGroupOf: product, at: now)
        let former = product.subscription.flatMap { book.lines[$0.subscriptionGroupID] }
        let place = append(product, payment, offer: offer, token: token, originalOf: nil, isCharged: true, at: now)
        noticePurchase(place, former: former, change, at: now)
        for part in replaced { refundUnused(part, at: now) }
        // Only an upgrade is known to be marked: see the deciding period, which needs no mark.
        return (place, change == .upgrade ? replaced.map { describeAnew($0, at: now) { $0.isUpgraded = true } } : [])
    }

    /// The places of the transactions that stand for the period which runs in a product's group.
    private func standingParts(inGroupOf product: StoreProduct, at now: Timestamp) -> [Int] {
        guard let current = present(product, at: now), let line = line(at: current) else { return [] }
        return line.places.filter { book[$0].transaction.revocationTime == nil }
    }

    /// The transaction of the subscription that runs in a product's group.
    private func present(_ product: StoreProduct, at now: Timestamp) -> Int? {
        product.subscription.flatMap { activeTransaction(in: $0.subscriptionGroupID, at: now) }
    }
}

extension SubscriptionLine {
    /// Whether what comes behind the present period, or the commitment, is paid in parts.
    fileprivate var wantsMonthly: Bool {
        if let preferredPlan { return preferredPlan != .upFront }
        return preferredProductID == nil && commitment != nil
    }
}
