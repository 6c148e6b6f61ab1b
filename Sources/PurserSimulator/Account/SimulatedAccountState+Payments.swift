import Purser

extension SimulatedAccountState {
    /// Takes one payment.
    mutating func submitted(_ payment: BackendPayment, at now: Timestamp, _ events: inout [BackendEvent]) {
        let token = echoesTokens ? payment.token : nil
        if let token, let fate = book.payments[token] {
            return answerAgain(payment, token, fate, &events)
        }
        let product: StoreProduct
        do throws(BackendError) {
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

    /// Ends a payment without a transaction.
    mutating func end(_ payment: BackendPayment, _ result: PaymentEnding.Result, _ events: inout [BackendEvent]) {
        if echoesTokens {
            if case .cancelled = result { book.payments[payment.token] = .cancelled }
            let ending = PaymentEnding(token: payment.token, productID: payment.productID, result: result)
            return events.append(.paymentEnded(ending))
        }
        let failed: FailedPayment
        switch result {
        case .pending:
            let ending = PaymentEnding(
                token: nil, productID: payment.productID, result: result, quantity: payment.quantity,
                appAccountToken: payment.appAccountToken)
            return events.append(.paymentEnded(ending))
        case .cancelled: failed = FailedPayment(productID: payment.productID, message: "cancelled")
        case .failed(let error):
            failed = FailedPayment(
                productID: payment.productID, code: error.code.rawValue, message: error.message)
        }
        let number = Self.firstFailedNumber + book.failedCount
        book.failedCount += 1
        book.failed[number] = failed
        var told = ending(failed, number: number)
        (told.quantity, told.appAccountToken) = (payment.quantity, payment.appAccountToken)
        events.append(.paymentEnded(told))
    }

    /// The end of a payment that reports a failed transaction of StoreKit 1.
    func ending(_ failed: FailedPayment, number: Int, isLeftOver: Bool = false) -> PaymentEnding {
        let result: PaymentEnding.Result =
            if let code = failed.code {
                .failed(BackendError(PurchaseFailure.Code(rawValue: code), failed.message))
            } else {
                .cancelled
            }
        return PaymentEnding(
            token: nil, productID: failed.productID, result: result, failedTransactionID: String(number),
            isLeftOver: isLeftOver)
    }

    /// The same payment came again: the same answer goes out.
    private mutating func answerAgain(
        _ payment: BackendPayment, _ token: PaymentToken, _ fate: PaymentFate, _ events: inout [BackendEvent]
    ) {
        switch fate {
        case .bought(let index): events.append(reported(index, .payment(token)))
        case .waits: end(payment, .pending, &events)
        case .cancelled: end(payment, .cancelled, &events)
        }
    }

    /// Puts a payment off until somebody decides.
    private mutating func putOff(
        _ payment: BackendPayment, _ reason: PendingPayment.Reason, at now: Timestamp, _ events: inout [BackendEvent]
    ) {
        if let number = request(like: payment, reason) {
            book.pending[number]?.joined.append(payment.token)
            book.payments[payment.token] = .waits(number)
            return end(payment, .pending, &events)
        }
        book.pendingCount += 1
        let number = book.pendingCount
        book.pending[number] = PendingPayment(
            id: "P\(number)", payment: payment.lasting, reason: reason, sinceTime: now)
        if echoesTokens { book.payments[payment.token] = .waits(number) }
        planPayment(number)
        guard reason == .interrupted, followsStoreKit1 else { return end(payment, .pending, &events) }
        let error = BackendError(
            .unknown, "The purchase was interrupted. It goes on once the customer has settled why.")
        end(payment, .failed(error), &events)
    }

    /// The product of a payment that may be asked for; otherwise why it is refused before anybody is asked.
    private mutating func payableProduct(of payment: BackendPayment) throws(BackendError) -> StoreProduct {
        guard canMakePayments else {
            throw BackendError(
                .paymentNotAllowed, "Payments are switched off for this customer. Ask canMakePayments before.")
        }
        guard let product = catalog.unpriced(payment.productID) else {
            throw BackendError(
                .storeProductNotAvailable, "\(payment.productID) is not sold here. Ask products(for:) what is.")
        }
        let takesQuantity = product.type == .consumable || product.type == .nonRenewable
        guard (1...(takesQuantity ? PaymentRequest.maximumQuantity : 1)).contains(payment.quantity) else {
            throw BackendError(
                .paymentInvalid,
                takesQuantity
                    ? "The quantity is \(payment.quantity); 1 to \(PaymentRequest.maximumQuantity) are sold in one payment."
                    : "\(product.id) is sold singly, not \(payment.quantity) times. Leave the quantity out.")
        }
        try checkPlan(of: payment)
        try checkSeats(of: payment, for: product)
        return product
    }

    /// Refuses a payment by a plan that its product does not have.
    func checkPlan(of payment: BackendPayment) throws(BackendError) {
        guard !payment.isMonthly || catalog.monthlyPlans[payment.productID] != nil else {
            throw BackendError(
                .paymentInvalid, "\(payment.productID) is billed up front only. Leave the billing plan out.")
        }
    }
}

extension BackendPayment {
    fileprivate var simulatesAskToBuy: Bool { options.contains(.simulatesAskToBuyInSandbox(true)) }

    /// Whether it asks for a commitment that is paid in parts.
    var isMonthly: Bool {
        options.contains {
            if case .billingPlanType(let type) = $0.value { type != .upFront } else { false }
        }
    }

    /// Whether it says how to pay: up front or in parts.
    var namesPlan: Bool { options.contains { if case .billingPlanType = $0.value { true } else { false } } }
}
