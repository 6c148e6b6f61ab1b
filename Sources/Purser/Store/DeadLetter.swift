/// A purchase that could not be delivered or revoked: every attempt failed, or the failure was permanent.
///
/// Fix the cause, then call ``PurchaseStore/releaseDeadLetter(_:)`` for another attempt.
public struct DeadLetter: Sendable {
    /// The update, with the transaction and the context of its payment.
    public let update: StoreUpdate
    /// The error of the last attempt, as text.
    public let reason: String
    /// The failed step, which a release repeats.
    ///
    /// A dead letter ends automatically when this step is no longer due, for example because the purchase was refunded.
    public let step: Step?

    /// Makes a dead letter, for tests and previews; those of a store come from ``PurchaseStore/deadLetters()``.
    ///
    /// - Parameters:
    ///   - update: the update with the transaction.
    ///   - reason: the error of the last attempt, as text.
    ///   - step: the step that failed; `nil` when a release repeats none.
    public init(update: StoreUpdate, reason: String, step: Step? = nil) {
        self.update = update
        self.reason = reason
        self.step = step
    }

    /// A step of the delivery of a purchase, or of its revocation; later versions may add steps.
    public struct Step: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable name of the step.
        public var rawValue: String
        /// Makes a step from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Its content is installed.
        public static let content = Step(rawValue: "content")
        /// The configuration's `grant` handler is called.
        public static let grant = Step(rawValue: "grant")
        /// The configuration's `revoke` handler is called.
        public static let revoke = Step(rawValue: "revoke")
    }
}

extension DeadLetter.Step {
    /// The failed step of a dead letter; `nil` when no step is due.
    init?(failed progress: TransactionProgress) {
        switch progress.stateOnceReleased {
        case .awaitsContent: self = .content
        case .awaitsGrant: self = .grant
        case .awaitsRevoke: self = .revoke
        case .awaitsApp, .awaitsFinish, .done, .deadLetter: return nil
        }
    }
}

extension DeadLetter: CustomStringConvertible {
    /// The update, the failed step, and the error of the last attempt.
    public var description: String { "\(update), \(step.map { "\($0) " } ?? "")failed permanently: \(reason)" }
}
