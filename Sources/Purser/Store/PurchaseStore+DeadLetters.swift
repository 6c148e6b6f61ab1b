extension PurchaseStore {
    /// The purchases that are paid for and recorded but could not be handed over, or taken back, in the order of their updates.
    public func deadLetters() async -> [DeadLetter] {
        await engine.ledger.deadLetters().map { DeadLetter(update: $0.transaction.update, reason: $0.reason) }
    }

    /// Tries once more to hand over a dead letter, or to take it back.
    ///
    /// It returns when this is recorded. The content is then installed and the app's handler called, as for a new
    /// purchase; or the handler that takes back.
    ///
    /// - Parameter transactionID: the identifier of the transaction.
    /// - Throws: ``PurchaseFailure`` with `.unknownTransaction` when it is not among ``deadLetters()``;
    ///   `.ledgerUnavailable` when it could not be recorded: then call it again; `.accountNotNamed` when the app has
    ///   not named its user yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another
    ///   user.
    public func releaseDeadLetter(_ transactionID: String) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        guard await engine.ledger.transaction(transactionID)?.life.state == .setAside else {
            throw PurchaseFailure(
                .unknownTransaction, "No such dead letter; see deadLetters() for those there are.",
                transactionID: transactionID)
        }
        do {
            try await engine.ledger.record(step: .released, of: transactionID)
        } catch {
            throw PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable, "The release could not be recorded; release it again.")
        }
        await engine.recover()
    }
}

/// A purchase that could not be handed over, or taken back: every attempt failed, or its failure was permanent.
///
/// ``PurchaseStore/releaseDeadLetter(_:)`` tries again once the cause is mended.
public struct DeadLetter: Sendable {
    /// The update with the transaction and what the buyer attached to it.
    public let update: StoreUpdate
    /// The error of the last attempt, as text.
    public let reason: String

    /// A purchase that could not be handed over; those of a store come from ``PurchaseStore/deadLetters()``.
    public init(update: StoreUpdate, reason: String) {
        self.update = update
        self.reason = reason
    }
}

extension DeadLetter: CustomStringConvertible {
    /// The update, and the error of the last attempt.
    public var description: String { "\(update), set aside: \(reason)" }
}
