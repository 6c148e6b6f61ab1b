#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What the parts of the store ask the ledger to write down.
package enum LedgerEntry: Sendable {
    /// A payment is about to be handed to the backend.
    case intent(PaymentIntent)
    /// A payment ended, or was put off, without a transaction.
    case intentEnded(PaymentToken, IntentEnding)
    /// A backend told a transaction.
    case transaction(IncomingTransaction)
    /// A recorded transaction came one step further.
    case step(String, DeliveryStep)
    /// The app's handler has granted a transaction, as this update told it.
    ///
    /// It changes nothing when the transaction was given again since: that wants a hand-over of its own.
    case granted(String, ofUpdate: UInt64)
    /// The backend took the finish of a transaction, in the state that this update told.
    ///
    /// It changes nothing when the transaction has changed since: the new state wants to be finished again.
    case finished(String, ofUpdate: UInt64)
    /// A named reader of the updates has seen those up to this number; `nil` when it will read no more.
    ///
    /// Written once more where it `isRepeated`: what was noted in passing may not be safe yet.
    case consumer(String, UInt64?, isRepeated: Bool = false)
}

/// A verified transaction on its way into the ledger.
package struct IncomingTransaction: Sendable {
    package var transaction: StoreTransaction
    package var phase: StoreUpdate.Phase
    /// The payment it belongs to, where that is known: waiting, or long ended (M3, M5).
    package var token: PaymentToken?
    /// Whether the backend waits for it to be finished.
    package var needsFinish: Bool
    /// The restore that brought it, also one that has ended: then it is no late answer to a payment.
    package var restore: RestoreID?

    package init(
        _ transaction: StoreTransaction, phase: StoreUpdate.Phase, token: PaymentToken?, needsFinish: Bool,
        restore: RestoreID? = nil
    ) {
        self.restore = restore
        self.transaction = transaction
        self.phase = phase
        self.token = token
        self.needsFinish = needsFinish
    }

    /// The waiting payment that it answers.
    package var answers: PaymentToken? { phase == .payment ? token : nil }
}

/// How a payment ended without a transaction, as far as is known: one may still come.
package enum IntentEnding: String, Sendable, Hashable, Codable {
    /// Somebody else must decide first.
    case pending
    /// The customer cancelled.
    case cancelled
    /// The backend reported a failure.
    case failed
    /// The program ended while the payment was under way.
    case interrupted
    /// A transaction that was recorded before answered it; none will come for it.
    case answered
}

/// The steps from a recorded transaction to a finished one.
package enum DeliveryStep: Sendable, Hashable {
    /// Its content is on the device.
    case contentInstalled
    /// The app's handler has granted it.
    case granted
    /// The app has asked for a manual one to be finished.
    case finishRequested
    /// The backend has been told.
    case finished
    /// It could not be handed over and waits for a person.
    case setAside(reason: String)
    /// A person has put it back on its way.
    case released
}

/// What becomes of a ``LedgerEntry``: the facts as they are stored, one after the other.
///
/// Replaying the records in order gives the state again.
package enum LedgerRecord: Sendable, Hashable {
    case intent(PaymentIntent)
    case intentEnded(PaymentToken, IntentEnding)
    /// An update, with what it leaves to be done.
    case update(StoreUpdate, duties: TransactionLife.Steps)
    case step(String, DeliveryStep)
    case consumer(String, UInt64?)
    /// The user whose ledger this is.
    case account(UUID)
    /// A line of transactions that name no user, by its original transaction, and the user who has it.
    case claim(String, UUID)
    /// A part of a snapshot.
    case piece(LedgerPiece)
}

/// What has to be done with a transaction before it is finished, by the app's set-up.
package struct DeliveryDuties: Sendable {
    /// Whether a handler of the app grants.
    package var grants: Bool
    /// Whether a product has content.
    package var hasContent: @Sendable (String) -> Bool

    package init(grants: Bool = false, hasContent: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.grants = grants
        self.hasContent = hasContent
    }

    /// The duties that a new update brings.
    func duties(of update: StoreUpdate) -> TransactionLife.Steps {
        guard update.kind.grants else { return [] }
        var duties: TransactionLife.Steps = hasContent(update.transaction.productID) ? .owesContent : []
        if grants, update.finishing == .atomic { duties.insert(.owesGrant) }
        return duties
    }
}

/// What the ledger answers to one entry.
package enum LedgerOutcome: Sendable {
    /// A transaction was new or had changed: this is its latest update and what is still to be done with it.
    case recorded(LedgerTransaction)
    /// A transaction was there already in this state; this is what is still to be done with it.
    case known(LedgerTransaction)
    /// An entry of another kind was written, or said nothing new.
    case noted
    /// An entry spoke of a transaction that this ledger has never seen.
    case unknownTransaction
}

/// What the ledger answers to transactions that a backend told.
package struct ToldTransactions: Sendable {
    /// An answer to each, in order.
    package var told: [ToldTransaction] = []
    /// The ``LedgerState/revision`` that these answers belong to; `nil` when some of them are out of date already.
    package var revision: UInt64?

    package init() {}
}

/// What the ledger answers to a transaction that a backend told.
package struct ToldTransaction: Sendable {
    /// As it stands in the ledger now.
    package var stored: LedgerTransaction
    /// Whether it was new, or had changed.
    package var isNews: Bool
    /// Whether it was there before in another state.
    package var isChanged = false
}
