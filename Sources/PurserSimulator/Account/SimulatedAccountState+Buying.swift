import Purser

// The processing of a payment: it is answered as before, fails, is deferred or buys a product.
extension SimulatedAccountState {
    /// Processes submitted payments in order, and returns their results.
    mutating func paymentsSubmitted(_ payments: [BackendPayment], at now: Timestamp) -> [BackendEvent] {
        var events: [BackendEvent] = []
        events.reserveCapacity(payments.count)
        book.transactions.reserve(payments.count)
        for payment in payments { submitted(payment, at: now, &events) }
        return events
    }

    private mutating func submitted(_ payment: BackendPayment, at now: Timestamp, _ events: inout [BackendEvent]) {
        let token = echoesTokens ? payment.token : nil
        if let token, let fate = book.payments[token] {
            // A repeated payment gets the same answer.
            switch fate {
            case .bought(let place): return events.append(journal.reported(place, .payment(token)))
            case .waits: return end(payment, .pending, &events)
            case .cancelled: return end(payment, .cancelled, &events)
            }
        }
        var product: StoreProduct
        do throws(BackendFailure) {
            product = try payableProduct(of: payment)
        } catch {
            return end(payment, .failed(error), &events)
        }
        let script = scripts.isEmpty ? nil : scripts.removeFirst()
        switch script {
        case .userCancels: return end(payment, .cancelled, &events)
        case .fails(let error): return end(payment, .failed(error), &events)
        case .asksToBuy: return putOff(payment, .asksToBuy, at: now, &events)
        case .isInterrupted: return putOff(payment, .interrupted, at: now, &events)
        case .changesStorefront(let storefront):
            events += moved(to: storefront, at: now)
            do throws(BackendFailure) {
                product = try payableProduct(of: payment, in: catalog.settings.storefront)
            } catch {
                return end(payment, .failed(error), &events)
            }
        case .succeeds: break
        case nil:
            if let error = catalog.settings.failures.purchase {
                return end(payment, error.code == .paymentCancelled ? .cancelled : .failed(error), &events)
            }
        }
        let origin = BackendTransaction.Origin.payment(token)
        guard !answerWithOwned(product, payment, origin, at: now, &events) else { return }
        if script == nil, catalog.settings.asksToBuy || payment.simulatesAskToBuy {
            return putOff(payment, .asksToBuy, at: now, &events)
        }
        if script == nil, catalog.settings.interruptsPurchases {
            return putOff(payment, .interrupted, at: now, &events)
        }
        buy(product, payment, origin, at: now, &events)
    }

    /// The product of a payment that may be made; throws the reason if the payment must be rejected before any
    /// decision.
    private func payableProduct(of payment: BackendPayment) throws(BackendFailure) -> StoreProduct {
        guard canMakePayments else {
            throw BackendFailure(
                .paymentNotAllowed, "Payments are not allowed for this customer. Check canMakePayments before.")
        }
        return try catalog.payableProduct(of: payment, isStoreKit1: followsStoreKit1)
    }

    /// The same check in the storefront to which the customer moved during the purchase, unless the app stops it there.
    private func payableProduct(
        of payment: BackendPayment, in storefront: StoreStorefront
    ) throws(BackendFailure) -> StoreProduct {
        guard payment.options.storefrontDecision?.continues(in: storefront) ?? true else {
            throw BackendFailure(
                .storeProductNotAvailable,
                "The storefront changed to \(storefront.countryCode) during the purchase of \(payment.productID), and the app stopped it. Show the prices there."
            )
        }
        return try payableProduct(of: payment)
    }

    /// Ends a payment without a transaction.
    mutating func end(_ payment: BackendPayment, _ result: PaymentEnding.Result, _ events: inout [BackendEvent]) {
        let ending: PaymentEnding
        switch result {
        case _ where echoesTokens:
            if case .cancelled = result { book.payments[payment.token] = .cancelled }
            ending = PaymentEnding(token: payment.token, productID: payment.productID, result: result)
        case .pending:
            ending = PaymentEnding(
                token: nil, productID: payment.productID, result: result, quantity: payment.quantity,
                appAccountToken: payment.appAccountToken)
        case .cancelled: ending = failed(payment, nil)
        case .failed(let error): ending = failed(payment, error)
        }
        events.append(.paymentEnded(ending))
    }

    /// Fails a payment with a transaction of StoreKit 1, which the device of the payment must finish.
    private mutating func failed(_ payment: BackendPayment, _ error: BackendFailure?) -> PaymentEnding {
        let ending = book.payments.fail(payment, error)
        if let device = journal.devices.asking(payment.token), let id = ending.failedTransactionID {
            journal.devices[device].failed.append(ending)
            _ = book.payments.finishFailed(id)
        }
        return ending
    }

    /// Defers a payment until a decision.
    private mutating func putOff(
        _ payment: BackendPayment, _ reason: PendingPayment.Reason, at now: Timestamp, _ events: inout [BackendEvent]
    ) {
        let number = book.payments.putOff(
            payment, reason, joins: catalog.settings.joinsRequests, hasToken: echoesTokens, at: now)
        if let number {
            journal.planPayment(number)
            if let waiting = book.payments.pending[number] { journal.happenings.note(.paymentWaits(waiting)) }
        }
        guard reason == .interrupted, followsStoreKit1 else { return end(payment, .pending, &events) }
        let error = BackendFailure(
            .unknown, "The purchase was interrupted. It continues once the customer has resolved the cause.")
        end(payment, .failed(error), &events)
    }

    /// Answers with an owned product, without a charge; `false` if the product must be bought.
    ///
    /// A change at the renewal is answered with the transaction of the current period, because no decision is pending.
    /// StoreKit 1 has no such answer, so the payment is deferred there.
    private mutating func answerWithOwned(
        _ product: StoreProduct, _ payment: BackendPayment, _ origin: BackendTransaction.Origin, at now: Timestamp,
        _ events: inout [BackendEvent]
    ) -> Bool {
        let owned: (place: Int, isDeferred: Bool)
        do throws(BackendFailure) {
            _ = try SeatWish(payment, for: product, in: book, at: now)
            guard let answer = try ownedAnswer(product, payment, at: now) else { return false }
            owned = answer
        } catch {
            end(payment, .failed(error), &events)
            return true
        }
        if echoesTokens {
            book.payments[payment.token] = .bought(owned.place)
            events.append(journal.reported(owned.place, origin))
        } else if owned.isDeferred {
            end(payment, .pending, &events)
        } else {
            // StoreKit 1 answers with a new transaction that refers to the original one.
            let original = book.transactions[owned.place].transaction
            let copy = journal.append(Sale(product: product, payment: payment, original: original), at: now)
            events.append(journal.reported(copy, origin))
        }
        return true
    }

    /// The place of the transaction that already grants the requested product, or whose period precedes it.
    ///
    /// The requested change of the next period is planned. Consumables, non-renewing subscriptions and seats never
    /// count as owned.
    private mutating func ownedAnswer(
        _ product: StoreProduct, _ payment: BackendPayment, at now: Timestamp
    ) throws(BackendFailure) -> (place: Int, isDeferred: Bool)? {
        if product.type == .nonConsumable { return book.transactions.owned[product.id].map { ($0, false) } }
        guard let active = book.subscriptions.active(beside: product, at: now) else { return nil }
        let isDeferred = change(to: product, payment, at: now) == .deferred
        guard isDeferred || active.productID == product.id && payment.options.seats == nil else { return nil }
        try planRenewal(of: active, into: product, payment, at: now)
        return (active.current, isDeferred)
    }

    /// Plans the renewal of a running subscription as `product`, with an offer if requested.
    private mutating func planRenewal(
        of former: AccountSubscription, into product: StoreProduct, _ payment: BackendPayment, at now: Timestamp
    ) throws(BackendFailure) {
        // An introductory offer is never applied here: a subscriber is not a new customer.
        let namesOffer = WantedOffer(payment.options) != nil
        let isMonthly = former.asksMonthly(product, payment)
        let offer = namesOffer ? try self.offer(of: product, for: payment, isMonthly: isMonthly, at: now) : nil
        var subscription = former
        subscription.renewInto(product, payment, namesOffer: namesOffer, offer: offer)
        guard subscription != former else { return }
        subscription.sign(at: now)
        journal.put(subscription)
        if let notice = Notice.plan(former, subscription) { journal.notice(notice, of: subscription, at: now) }
    }

    /// Buys, if the offer applies, and reports the result.
    private mutating func buy(
        _ product: StoreProduct, _ payment: BackendPayment, _ origin: BackendTransaction.Origin, at now: Timestamp,
        _ events: inout [BackendEvent]
    ) {
        do throws(BackendFailure) {
            let token = echoesTokens ? payment.token : nil
            let bought = try bought(product, payment, token: token, at: now)
            if let token { book.payments[token] = .bought(bought.place) }
            events += [journal.reported(bought.place, origin)] + bought.others
        } catch {
            end(payment, .failed(error), &events)
        }
    }

    /// The result of a deferred payment after its approval.
    mutating func decided(_ payment: BackendPayment, at now: Timestamp) -> [BackendEvent] {
        var events: [BackendEvent] = []
        let origin = BackendTransaction.Origin.other(echoesTokens ? payment.token : nil)
        guard let product = catalog.unpriced(payment.productID) else {
            end(payment, .failed(catalog.notSold(payment.productID)), &events)
            return events
        }
        if !answerWithOwned(product, payment, origin, at: now, &events) {
            buy(product, payment, origin, at: now, &events)
        }
        return events
    }

    /// Buys a product, or changes a subscription, on another device.
    ///
    /// - Returns: the place of the transaction that grants the product, and the events to report.
    mutating func boughtElsewhere(
        _ payment: BackendPayment, at now: Timestamp
    ) throws(BackendFailure) -> (place: Int, events: [BackendEvent]) {
        let product = try catalog.sold(payment.productID)
        try catalog.check(payment, for: product, isStoreKit1: followsStoreKit1)
        if let owned = try ownedAnswer(product, payment, at: now) { return (owned.place, []) }
        let (place, others) = try bought(product, payment, token: nil, at: now)
        let report = journal.reported(place, journal.otherOrigin(of: place))
        // After a seat addition, the period's existing transactions are reported first.
        let isAddition = book.transactions[place].transaction.additionalTransactionReason != nil
        return (place, isAddition ? others + [report] : [report] + others)
    }

    /// Buys a product: begins a subscription, replaces the running one, or adds seats to it.
    ///
    /// - Returns: the place of the transaction, and the reports of the transactions that it changed.
    private mutating func bought(
        _ product: StoreProduct, _ payment: BackendPayment, token: PaymentToken?, at now: Timestamp
    ) throws(BackendFailure) -> (place: Int, others: [BackendEvent]) {
        if case .adds(let subscription)? = try SeatWish(payment, for: product, in: book, at: now) {
            return addSeats(to: subscription, of: product, payment, token: token, at: now)
        }
        let offer = try offer(of: product, for: payment, at: now)
        let change = change(to: product, payment, at: now)
        // A purchase replaces the running subscription; changes at the renewal do not reach this point.
        let present = change == nil ? nil : book.subscriptions.active(beside: product, at: now)
        let replaced = present.map { book.transactions.remainingPeriods(of: $0) } ?? []
        let sale = Sale(product: product, payment: payment, offer: offer, token: token)
        let former = sale.subscription.flatMap { book.subscriptions[$0] }
        let place = journal.append(sale, at: now)
        journal.noticePurchase(place, former: former, change, at: now)
        for part in replaced { book.refunds.giveBackUnused(of: book.transactions[part], at: now) }
        // Only upgrades are known to be marked; a crossgrade needs no mark, because its period decides.
        guard change == .upgrade else { return (place, []) }
        return (place, replaced.map { journal.describeAnew($0, at: now) { $0.isUpgraded = true } })
    }

    /// Adds seats to the current period by another transaction; they cost the rest of the period.
    ///
    /// - Parameter payment: contains the new total number of seats.
    /// - Returns: the place of the transaction, and the reports of the period's changed transactions.
    private mutating func addSeats(
        to former: AccountSubscription, of product: StoreProduct, _ payment: BackendPayment, token: PaymentToken?,
        at date: Timestamp
    ) -> (place: Int, others: [BackendEvent]) {
        var subscription = former
        let now = book.transactions.nextPurchaseTime(of: subscription, at: date)
        let (present, total) = (book.transactions.seats(of: subscription) ?? 0, payment.options.seats ?? 0)
        var events: [BackendEvent] = []
        for part in subscription.parts where book.transactions[part].transaction.additionalTransactionReason == nil {
            events.append(journal.describeAnew(part, at: now) { $0.additionalTransactionReason = .seatAddition })
        }
        subscription.sign(at: now)
        let place = book.transactions.records.count
        var fields = StoreTransaction.Fields(
            id: book.transactions.id(of: place), adding: present + 1...total, of: product, to: subscription,
            since: book.transactions[subscription.first].transaction,
            head: book.transactions[subscription.parts[0]].transaction,
            purchaseTime: now, at: date, in: catalog)
        fields.appAccountToken = payment.appAccountToken
        fields.signedTime = subscription.signed
        journal.append(fields, token: token, isCharged: true)
        subscription.parts.append(place)
        subscription.current = place
        subscription.renewalSeats = total
        if let user = payment.appAccountToken { subscription.appAccountToken = user }
        journal.put(subscription)
        journal.notice(.seats(isMore: true), of: subscription, at: now)
        return (place, events)
    }

    /// The offer of a purchase.
    ///
    /// - Parameter isMonthly: whether to use the offers of the monthly plan; `nil` for the payment's choice.
    func offer(
        of product: StoreProduct, for payment: BackendPayment, isMonthly: Bool? = nil, at now: Timestamp
    ) throws(BackendFailure) -> StoreOffer? {
        try offers.offer(
            of: product, for: payment, isMonthly: isMonthly ?? payment.isMonthly, to: book, in: catalog, at: now)
    }

    private func change(to product: StoreProduct, _ payment: BackendPayment, at now: Timestamp) -> SubscriptionChange? {
        book.subscriptions.change(to: product, by: payment, at: now, catalog.unpriced)
    }
}
