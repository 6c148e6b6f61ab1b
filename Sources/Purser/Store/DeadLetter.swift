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
