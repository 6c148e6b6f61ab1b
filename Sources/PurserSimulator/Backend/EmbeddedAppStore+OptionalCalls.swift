public import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What a platform shows to the customer, who does here what the test has said.
extension EmbeddedAppStore {
    /// Gives the money back at once, unless ``nextRefundRequest(_:)`` says otherwise: the revoked transaction comes through the
    /// inbox.
    ///
    /// Whoever asks for a refund of a subscription turns its renewal off, whatever the answer is.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction` when the account has no such transaction, with
    ///   `.duplicateRefundRequest` when it was taken back already, or when offline.
    public func beginRefundRequest(for transactionID: String, in presentation: PurchasePresentation?) async throws
        -> RefundRequestStatus
    {
        try await requestRefund(transactionID, isActive: isActive)
    }

    /// Asks for a refund on any of the customer's devices.
    func requestRefund(_ transactionID: String, isActive: Bool) async throws -> RefundRequestStatus {
        try enter(.beginRefundRequest)
        guard isActive else { throw notActive("asked for a refund") }
        if let error = account.catalog.settings.failures.refundRequest { throw error }
        if let index = account.book.transactions.index(of: transactionID),
            account.book.transactions[index].transaction.revocationTime != nil
        {
            throw BackendError(.duplicateRefundRequest, "Transaction \(transactionID) was taken back already.")
        }
        let answer = refundAnswers.isEmpty ? .approved : refundAnswers.removeFirst()
        if answer != .cancelled {
            try act { (account, now) throws(BackendError) in
                try account.refundRequested(transactionID, isDeclined: answer == .declined, at: now)
            }
        }
        if answer == .approved {
            try refund(transactionID)
        } else {
            _ = try account.book.transactions.known(transactionID)
        }
        await takeTime()
        return answer == .cancelled ? .userCancelled : .success
    }

    /// Lets the customer enter the code that ``enterCode(_:for:)`` has prepared; without one they close the sheet.
    ///
    /// - Throws: `BackendError` with `.invalidOfferIdentifier` when there is no such offer, `.ineligibleForOffer` when it is
    ///   for other customers, or when offline.
    public func redeemCode(in presentation: PurchasePresentation?) async throws {
        try await redeemEnteredCode(isActive: isActive)
    }

    /// Shows the sheet for codes on any of the customer's devices.
    func redeemEnteredCode(isActive: Bool) async throws {
        try enter(.redeemCode)
        guard isActive else { throw notActive("redeemed a code") }
        if let error = account.catalog.settings.failures.redeemCode { throw error }
        if !codes.isEmpty {
            let code = codes.removeFirst()
            try redeemCode(code.offerID, for: code.productID)
        }
        await takeTime()
    }

    /// Nobody looks at the sheet: it is closed at once.
    ///
    /// What a customer does in it has calls of its own, such as ``setAutoRenew(_:for:)``.
    ///
    /// - Throws: `BackendError` when offline.
    public func showManageSubscriptions(
        subscriptionGroupID: String?, in presentation: PurchasePresentation?
    ) async throws {
        try enter(.showManageSubscriptions)
        if let error = account.catalog.settings.failures.manageSubscriptions { throw error }
        await takeTime()
    }

    /// The app as the settings describe it; the customer got it when they bought something first, or now.
    ///
    /// - Throws: `BackendError` when offline.
    public func appTransaction(refresh: Bool) async throws -> StoreAppTransaction {
        try enter(.appTransaction)
        if let error = account.catalog.settings.failures.receipt { throw error }
        var transaction = account.catalog.settings.appTransaction(
            since: account.book.transactions.firstPurchaseTime, at: clock.timestamp())
        transaction.jwsRepresentation = signature(of: .appTransaction(transaction))
        await takeTime()
        return transaction
    }
}
