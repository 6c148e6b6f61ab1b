extension PurchaseStore {
    /// The purchases that are paid for and recorded but could not be handed over, or taken back, in the order of their updates.
    public func deadLetters() async -> [DeadLetter] {
        await engine.ledger.deadLetters().map {
            DeadLetter(update: $0.transaction.update, reason: $0.reason, step: .init(failed: $0.transaction.life))
        }
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
        let name = await engine.ledger.name(of: transactionID) { $0.state == .setAside }
        guard await engine.ledger.transaction(name)?.life.state == .setAside else {
            throw PurchaseFailure(
                .unknownTransaction, "No such dead letter; see deadLetters() for those there are.",
                transactionID: transactionID)
        }
        do {
            try await engine.ledger.record(step: .released, of: name)
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
    /// What failed, and is tried again when it is released.
    ///
    /// A dead letter ends by itself when this is not due any more, for example because the purchase was refunded.
    public let step: Step?

    /// A purchase that could not be handed over; those of a store come from ``PurchaseStore/deadLetters()``.
    ///
    /// - Parameters:
    ///   - update: the update with the transaction.
    ///   - reason: the error of the last attempt, as text.
    ///   - step: what failed; `nil` where that is not to be tried again.
    public init(update: StoreUpdate, reason: String, step: Step? = nil) {
        self.update = update
        self.reason = reason
        self.step = step
    }

    /// What a purchase goes through on its way to the customer and back; more may come.
    public struct Step: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A step by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Its content is installed.
        public static let content = Step(rawValue: "content")
        /// The handler `grant` of the configuration grants it.
        public static let grant = Step(rawValue: "grant")
        /// The handler `revoke` of the configuration revokes what does not stand.
        public static let revoke = Step(rawValue: "revoke")
    }
}

extension DeadLetter.Step {
    /// What failed of a transaction that was set aside; `nil` where nothing is left to be done.
    init?(failed life: TransactionLife) {
        switch life.nextOnceReleased {
        case .install: self = .content
        case .grant: self = .grant
        case .revoke: self = .revoke
        case .awaitApp, .finish, .nothing: return nil
        }
    }
}

extension DeadLetter: CustomStringConvertible {
    /// The update, what failed, and the error of the last attempt.
    public var description: String { "\(update), \(step.map { "\($0) " } ?? "")set aside: \(reason)" }
}
