import Purser

/// What becomes of a request for a refund.
public enum RefundRequestAnswer: Sendable, Hashable {
    /// The money is given back at once.
    case approved
    /// The App Store takes the request, and declines it: nothing changes, and nothing is told.
    case declined
    /// The customer closes the sheet.
    case cancelled
}

// How a test begins anew, or takes a part of the past away.
extension EmbeddedAppStore {
    /// Says what becomes of the next request for a refund that no earlier answer decides; without one it is approved.
    public func nextRefundRequest(_ answer: RefundRequestAnswer) { refundAnswers.append(answer) }

    /// Deletes a transaction from the account's history, as if the customer had never bought it.
    ///
    /// Xcode's `deleteTransaction(identifier:)`. What was owned by it can be bought again, and an introductory offer that it used
    /// can be had again. Where it is the present period of a subscription, that goes back to an earlier one, without
    /// renewing, or was never there. No transaction is told, and no money is given back: ``charges`` has it still. A store that
    /// has recorded it keeps it, for nothing is lost because an App Store lists nothing.
    /// - Throws: `BackendError` with `.unknownTransaction` when there is no such transaction.
    public func deleteTransaction(_ transactionID: String) throws {
        try act { (account, now) throws(BackendError) in
            try account.deleted(transactionID, at: now)
            return []
        }
    }

    /// Forgets all transactions, charges, subscriptions and waiting payments: the customer is new.
    ///
    /// Xcode's `clearTransactions()`. Nothing is reported of it, and the same identifiers are given out again. A store that is
    /// opened on the same ledger afterwards rejects the purchases that have them
    /// (`PurchaseFailure.Code.conflictingTransaction`); open it on another ledger. An account that is kept in a folder is cleared by removing that.
    /// - Throws: `BackendError` with `.invalidRequest` where the account is kept in a folder, or while a store is open.
    public func clearTransactions() throws {
        guard home == nil else {
            throw BackendError(.invalidRequest, "The account is kept in a folder. Remove that, and open another.")
        }
        guard !isActive, !account.journal.devices.contains(where: \.isActive) else {
            throw BackendError(.invalidRequest, "A store is open that knows the transactions. Close it first.")
        }
        account = account.cleared()
        outbox.removeAll()
        (untold, unheard, lostFinishes, receipt) = ([], [], [:], nil)
        changes.advance()
    }

    /// Takes the settings back to what they were at the beginning, such as those of the `.storekit` file; transactions stay.
    ///
    /// Xcode's `resetToDefaultState()`. Scripts, codes and answers that wait for their turn are forgotten, the customer may pay,
    /// and the network is there.
    /// - Throws: `BackendError` when the account's file cannot be written.
    public func resetToDefaultState() throws {
        try setStorefront(defaults.storefront)
        updateSettings { [defaults] in $0 = defaults }
        account.scripts = []
        (codes, refundAnswers) = ([], [])
        setCanMakePayments(true)
        setOnline(true)
    }
}
