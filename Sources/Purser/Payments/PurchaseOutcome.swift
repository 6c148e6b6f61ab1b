/// How a purchase that did not fail ended.
public enum PurchaseOutcome: Sendable {
    /// Paid for, recorded, and (unless it is to be finished by hand) handed over.
    ///
    /// Where the customer had it before, nothing was charged, and ``StorePurchase/wasRecordedBefore`` is true: match
    /// `.purchased(let purchase) where purchase.wasRecordedBefore` ahead of this case to tell the two apart.
    case purchased(StorePurchase)
    /// Somebody else must decide first (Ask to Buy, the bank); if they agree, the transaction arrives as an update.
    case pending
    /// The customer cancelled.
    case cancelled

    /// The purchase, if there is one.
    public var purchase: StorePurchase? {
        guard case .purchased(let purchase) = self else { return nil }
        return purchase
    }
}

/// A purchase that is recorded.
public struct StorePurchase: Sendable {
    /// What it is about; one word, since every caller that waits has room for a purchase in its frame.
    private enum Subject: Sendable {
        case paid(StoreUpdate)
        case acquired(Acquired)
    }

    /// What was acquired without a payment.
    private final class Acquired: Sendable {
        let productID: String
        /// The update of the subscription that enables it.
        let update: StoreUpdate

        init(_ productID: String, by update: StoreUpdate) { (self.productID, self.update) = (productID, update) }
    }

    private let finisher: @Sendable (String) async throws(PurchaseFailure) -> Void
    private var subject: Subject

    /// Its update: transaction, sequence number, context.
    public var update: StoreUpdate {
        switch subject {
        case .paid(let update): update
        case .acquired(let acquired): acquired.update
        }
    }
    /// Whether the app still has to call ``finish()``.
    public let needsFinish: Bool
    /// Whether the transaction was on record before this payment, as when the customer buys again what they own.
    ///
    /// The store has then answered with the transaction of an earlier purchase, and charged nothing. ``update`` and
    /// ``context`` are those of the earlier purchase; what this call was given as its context is recorded with the payment
    /// and comes back nowhere. It is false for purchases that no call waits for.
    public package(set) var wasRecordedBefore = false
    /// The product that was acquired by virtue of a subscription, without a payment; `nil` for what was paid for.
    ///
    /// ``update`` is then that of the subscription.
    public var acquiredProductID: String? {
        if case .acquired(let acquired) = subject { acquired.productID } else { nil }
    }

    /// A purchase as the store hands it out.
    ///
    /// - Parameter finisher: what ``finish()`` does with the transaction's identifier.
    package init(
        update: StoreUpdate, needsFinish: Bool,
        finisher: @escaping @Sendable (String) async throws(PurchaseFailure) -> Void
    ) {
        subject = .paid(update)
        self.needsFinish = needsFinish
        self.finisher = finisher
    }

    /// The same subscription's purchase, by which a product was acquired without a payment.
    package consuming func acquiring(_ productID: String) -> StorePurchase {
        subject = .acquired(Acquired(productID, by: update))
        wasRecordedBefore = true
        return self
    }

    /// A purchase for previews and tests of an app; those of a store come from its `purchase` methods.
    ///
    /// - Parameters:
    ///   - update: the update that reports it.
    ///   - needsFinish: whether the app still has to call ``finish()``.
    ///   - wasRecordedBefore: whether it answers a payment for something that was bought before.
    ///   - onFinish: what ``finish()`` does with the transaction's identifier; nothing unless given.
    /// - Throws: nothing itself; ``finish()`` then throws what `onFinish` does, such as `.ledgerUnavailable`.
    public init(
        update: StoreUpdate, needsFinish: Bool = false, wasRecordedBefore: Bool = false,
        onFinish: @escaping @Sendable (_ transactionID: String) async throws(PurchaseFailure) -> Void = { _ in }
    ) {
        self.init(update: update, needsFinish: needsFinish, finisher: onFinish)
        self.wasRecordedBefore = wasRecordedBefore
    }

    /// The transaction.
    public var transaction: StoreTransaction { update.transaction }
    /// The number of its update.
    public var sequence: UInt64 { update.sequence }
    /// What the buyer attached to the payment.
    public var context: [String: String] { update.context }

    /// Says that the app has handed over what was bought; a second call is harmless.
    ///
    /// Returns when that is recorded; the backend is told at once and, should that fail, again with growing pauses.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` or `.storeClosed`, or `.accountSwitched` when its user is not the
    ///   present one: then it waits in that user's `unfinished()`.
    public func finish() async throws(PurchaseFailure) { try await finisher(transaction.ledgerID) }
}

/// What a restore brought.
public struct RestoreOutcome: Sendable {
    /// The transactions that the store delivered, whether they were new to this ledger or not.
    public var restored: [StoreTransaction]
    /// Those that could not be taken in, with the reason.
    public var failed: [Failed]

    /// A transaction that could not be restored.
    public struct Failed: Sendable {
        /// The transaction.
        public var transaction: StoreTransaction
        /// Why.
        public var failure: PurchaseFailure

        /// A transaction that could not be restored.
        public init(transaction: StoreTransaction, failure: PurchaseFailure) {
            self.transaction = transaction
            self.failure = failure
        }
    }

    /// What a restore brought.
    public init(restored: [StoreTransaction] = [], failed: [Failed] = []) {
        self.restored = restored
        self.failed = failed
    }

    /// Whether there was nothing to restore.
    public var isEmpty: Bool { restored.isEmpty && failed.isEmpty }
}
