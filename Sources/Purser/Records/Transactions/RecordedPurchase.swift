/// The payment book's data of a recorded transaction.
package struct RecordedPurchase: Sendable {
    /// The transaction as it is recorded.
    package let transaction: StoreTransaction
    /// The payment of the transaction; `nil` when none was found.
    package let payment: PaymentToken?
    /// Whether its user was guessed, or it has moved to another one.
    let marks: TransactionProgress.Steps

    init(_ recorded: LedgerTransaction) {
        (transaction, payment, marks) = (recorded.transaction, recorded.intent?.token, recorded.progress.steps)
    }

    /// A transaction that is about to be recorded, after its earlier record; the ledger rejects another purchase with a
    /// recorded identifier (D3).
    init(_ incoming: IncomingTransaction, named id: String, after old: RecordedPurchase?) {
        let isRenamed = incoming.transaction.id != id
        let reported = isRenamed ? incoming.transaction.with { $0.id = id } : incoming.transaction
        let paid = incoming.intent?.token ?? (incoming.correction?.displaced == nil ? nil : incoming.token)
        guard let old else {
            (transaction, payment, marks) = (reported, paid, incoming.marks)
            return
        }
        guard old.transaction.isSamePurchase(as: reported) else {
            self = old
            return
        }
        let isFound = incoming.findsPayment(after: old.payment)
        let isChange = isFound || reported.isChange(after: old.transaction)
        transaction = reported.recorded(after: old.transaction)
        payment = (isFound ? paid : nil) ?? (incoming.correction?.reopened == nil ? old.payment : nil)
        marks = isChange ? incoming.marks : old.marks
    }

    var hasMovedAway: Bool { marks.contains(.movedAway) }

    func isBehind(_ version: StoreTransaction) -> Bool {
        guard let signedTime = transaction.signedTime, let reported = version.signedTime else {
            return transaction.isRevokedOrUpgraded != version.isRevokedOrUpgraded
        }
        return signedTime < reported
    }
}

/// A recorded transaction, with the user who has it.
struct HeldPurchase {
    let user: UserID
    let purchase: RecordedPurchase

    /// A user's purchase; `nil` when it has moved away: nobody has it if the user to whom it has moved was forgotten.
    init?(user: UserID, purchase: RecordedPurchase?) {
        guard let purchase, !purchase.hasMovedAway else { return nil }
        (self.user, self.purchase) = (user, purchase)
    }

    /// Whether no report has named the user.
    var isGuessed: Bool { purchase.marks.contains(.userGuessed) && purchase.transaction.user != user }

    /// Whether this user has it rather than another who has a record of it, too: the one who is no guess, and otherwise
    /// the one with the latest version.
    func follows(_ other: HeldPurchase) -> Bool {
        // What was revoked before it moved has no mark of that.
        if isGuessed != other.isGuessed { return other.isGuessed }
        return other.purchase.transaction.signedTime.isEarlier(than: purchase.transaction.signedTime)
    }
}
