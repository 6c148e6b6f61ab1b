/// An update that the body of ``PurchaseStore/follow(_:from:_:)`` could not process: every attempt failed, or the
/// failure was permanent.
///
/// Fix the cause, then pass it to the consumer again with ``PurchaseStore/releaseFailedUpdate(_:)``.
public struct FailedUpdate: Sendable {
    /// The consumer's name.
    public let consumer: String
    /// The update.
    public let update: StoreUpdate
    /// The error of the last attempt, as text.
    public let reason: String
    /// Whether it was released, and is not processed yet.
    public let isReleased: Bool

    /// Makes a failed update; those of a store come from ``PurchaseStore/failedUpdates(for:)``.
    package init(consumer: String, update: StoreUpdate, reason: String, isReleased: Bool = false) {
        self.consumer = consumer
        self.update = update
        self.reason = reason
        self.isReleased = isReleased
    }
}

extension FailedUpdate: CustomStringConvertible {
    /// The update, its consumer, and the error of the last attempt.
    public var description: String {
        let state = isReleased ? "released to \(consumer) again after" : "failed for \(consumer):"
        return "\(update), \(state) \(reason)"
    }
}
