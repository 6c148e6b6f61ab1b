/// The result of a purchase that did not fail.
public enum PurchaseOutcome: Sendable {
    /// Paid for, recorded and, unless it is finished by hand, delivered.
    ///
    /// If the customer already owned it, nothing was charged, and ``StorePurchase/wasRecordedBefore`` is true: match
    /// `.purchased(let purchase) where purchase.wasRecordedBefore` before this case to distinguish the two.
    case purchased(StorePurchase)
    /// It waits for approval (Ask to Buy, the bank); after approval, the transaction arrives as an update.
    case pending
    /// The customer cancelled.
    case cancelled

    /// The purchase, if there is one.
    public var purchase: StorePurchase? {
        guard case .purchased(let purchase) = self else { return nil }
        return purchase
    }
}

/// A recorded purchase.
public struct StorePurchase: Sendable {
    /// The subject of the purchase; one word, because every waiting caller has space for a purchase in its frame.
    private enum Subject: Sendable {
        case paid(StoreUpdate)
        case acquired(Acquired)
    }

    /// A product that was acquired without a payment.
    private final class Acquired: Sendable {
        let productID: String
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
    /// Whether the transaction was recorded before this payment, for example when the customer buys again what they
    /// own.
    ///
    /// The App Store has then answered with the transaction of an earlier purchase, and charged nothing. It may be of
    /// another product of the group, when a change of the subscription begins with its next period. ``update`` and
    /// ``context`` are those of the earlier purchase; the context of this call is recorded with its payment and is not
    /// returned. It is false for purchases that no call waits for.
    public package(set) var wasRecordedBefore = false
    /// The product that was acquired with a subscription, without a payment; `nil` for a paid purchase.
    ///
    /// ``update`` is then that of the subscription.
    public var acquiredProductID: String? {
        if case .acquired(let acquired) = subject { acquired.productID } else { nil }
    }

    /// Makes a purchase of a store.
    ///
    /// - Parameter finisher: is called by ``finish()`` with the transaction's identifier.
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

    /// Makes a purchase for previews and tests of an app; those of a store come from its `purchase` methods.
    ///
    /// - Parameters:
    ///   - update: the update that reports it.
    ///   - needsFinish: whether the app still has to call ``finish()``.
    ///   - wasRecordedBefore: whether it answers a payment for a product that was bought before.
    ///   - onFinish: is called by ``finish()`` with the transaction's identifier; by default it does nothing.
    /// - Throws: nothing itself; ``finish()`` then throws the errors of `onFinish`, such as `.ledgerUnavailable`.
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
    /// The context of the payment.
    public var context: [String: String] { update.context }

    /// Finishes a manual purchase; a second call is harmless.
    ///
    /// It returns when that is recorded. The transaction is then finished with the backend, and the call to it is
    /// retried with growing pauses if it fails.
    ///
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` or `.storeClosed`, or `.accountSwitched` when its user
    ///   is not the current one: then the purchase is in that user's `unfinished()`.
    public func finish() async throws(PurchaseFailure) { try await finisher(transaction.ledgerID) }
}

/// The result of a restore.
public struct RestoreOutcome: Sendable {
    /// The transactions that the backend returned, whether or not they were new to this ledger.
    ///
    /// Some may be over: past periods, expired subscriptions, and those replaced by an upgrade. What is owned is in
    /// ``PurchaseStore/entitlements``.
    public var restored: [StoreTransaction]
    /// The rejected transactions, each with the reason.
    public var failed: [Failed]

    /// A transaction that could not be restored.
    public struct Failed: Sendable {
        /// The transaction.
        public var transaction: StoreTransaction
        /// The reason.
        public var failure: PurchaseFailure

        /// Makes a transaction that could not be restored.
        public init(transaction: StoreTransaction, failure: PurchaseFailure) {
            self.transaction = transaction
            self.failure = failure
        }
    }

    /// Makes the result of a restore.
    public init(restored: [StoreTransaction] = [], failed: [Failed] = []) {
        self.restored = restored
        self.failed = failed
    }

    /// Whether there was nothing to restore.
    public var isEmpty: Bool { restored.isEmpty && failed.isEmpty }
}
