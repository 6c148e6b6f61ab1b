/// An update that the body of ``PurchaseStore/follow(_:from:_:)`` could not process: every attempt failed, or the
/// failure was permanent.
///
/// Mend the cause, then pass it to the consumer again with ``PurchaseStore/releaseSetAsideUpdate(_:)``.
public struct SetAsideUpdate: Sendable {
    /// The consumer's name.
    public let consumer: String
    /// The update.
    public let update: StoreUpdate
    /// The error of the last attempt, as text.
    public let reason: String
    /// Whether it was released, and is not processed yet.
    public let isReleased: Bool

    /// Makes a failed update; those of a store come from ``PurchaseStore/setAsideUpdates(for:)``.
    package init(consumer: String, update: StoreUpdate, reason: String, isReleased: Bool = false) {
        self.consumer = consumer
        self.update = update
        self.reason = reason
        self.isReleased = isReleased
    }
}

extension SetAsideUpdate: CustomStringConvertible {
    /// The update, its consumer, and the error of the last attempt.
    public var description: String {
        let standing = isReleased ? "released to \(consumer) again after" : "set aside by \(consumer):"
        return "\(update), \(standing) \(reason)"
    }
}
