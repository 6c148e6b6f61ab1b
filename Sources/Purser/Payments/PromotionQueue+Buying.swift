// Buying promoted purchases, and what becomes of their payments.
extension PromotionQueue {
    /// Carries out a decision of the handler: pays without a waiting caller.
    ///
    /// - Parameter buyer: the present session's; it throws when there is none.
    package func buy(
        _ purchase: PromotedPurchase, _ request: PaymentRequest, by buyer: () throws(PurchaseFailure) -> Buyer
    ) async {
        var request = request
        do throws(PurchaseFailure) {
            let buyer = try buyer()
            if try await buyer.acquire(purchase.productID) {
                purchases.withState { $0.declined(purchase) }
                return requestWrite()
            }
            try buyer.queue.check(request)
            if let rule = buyer.rule { request.appAccountToken = try rule.account(of: request) }
            let payment = BackendPayment(buyer.queue.makeIntent(request))
            guard try await begin(purchase, with: payment.token, in: buyer.queue, isDecided: true) else { return }
            buyer.queue.purchaseUnattended(payment)
        } catch {
            // The purchase is kept, even if the app's decision leads to an error.
            await keep(purchase)
            reject(RejectedReport(purchase, error))
        }
    }

    /// Records that a payment is going to be made for a purchase, which is not listed meanwhile.
    ///
    /// - Parameter isDecided: whether the handler has decided that; otherwise the purchase has to be listed.
    /// - Returns: `false` when it was bought or declined meanwhile, or another payment is being made for it.
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable`: the payment must not be made then.
    package func begin(
        _ purchase: PromotedPurchase, with payment: PaymentToken, in queue: PaymentQueue, isDecided: Bool = false
    ) async throws(PurchaseFailure) -> Bool {
        let paying = RecordedPromotion.Payment(payment, of: queue.user)
        guard purchases.withState({ $0.pay(purchase, paying, isDecided: isDecided) }) else { return false }
        if let failure = await purchases.written() {
            ended(payment, .rejected)
            throw failure
        }
        let isFollowed = queue.follow(payment) { [self] rejection in
            ended(payment, rejection == nil ? .over : .rejected, for: rejection)
        }
        // The session has ended, and takes no payment any more. A call that waits gets that answer itself.
        if !isFollowed { ended(payment, .rejected, for: isDecided ? .storeClosed(productID: purchase.productID) : nil) }
        return true
    }

    /// Decides what became of a user's payments for promoted purchases that no session follows any more: those of
    /// earlier sessions and launches, and at the end of a session its own.
    ///
    /// Purchases whose payments were not made are deferred again.
    ///
    /// - Parameters:
    ///   - account: the account of the session.
    ///   - ledger: the account's ledger.
    ///   - journal: the session's.
    ///   - launch: the session, while it follows its payments itself.
    package func settle(
        _ account: StoreAccount, _ ledger: TransactionLedger, _ journal: Journal, except launch: UInt64? = nil
    ) async {
        let user = account.userID.map(UserID.init)
        let payments = purchases.withState { $0.payments(of: user, except: launch) }
        guard account != .unnamed, !payments.isEmpty else { return }
        let fates = await ledger.deciding { ledger in
            var fates: [(payment: PaymentToken, fate: PromotionFate)] = []
            journal.deciding { state, absent in
                for payment in payments {
                    fates.append((payment, state.fate(of: payment, ledger: ledger, beside: absent)))
                }
            }
            return fates
        }
        for (payment, fate) in fates {
            let returned = purchases.withState { $0.ended(payment, fate) }
            if let returned { reject(RejectedReport(returned, nil)) }
        }
        requestWrite()
    }

    private func ended(_ payment: PaymentToken, _ fate: PromotionFate, for failure: PurchaseFailure? = nil) {
        let returned = purchases.withState { $0.ended(payment, fate) }
        if let returned, failure != nil || !returned.isDeferred { reject(RejectedReport(returned, failure)) }
        requestWrite()
    }

    /// Removes a deferred purchase.
    ///
    /// - Returns: whether it was listed.
    package func drop(_ purchase: PromotedPurchase) -> Bool {
        guard purchases.withState({ $0.drop(purchase) }) else { return false }
        requestWrite()
        return true
    }
}
