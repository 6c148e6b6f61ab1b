/// An update that the body of ``PurchaseStore/follow(_:from:_:)`` could not deal with: every attempt failed, or its failure was
/// permanent.
///
/// ``PurchaseStore/releaseSetAsideUpdate(_:)`` gives it to the reader again once the cause is mended.
public struct SetAsideUpdate: Sendable {
    /// The reader's name.
    public let consumer: String
    /// The update.
    public let update: StoreUpdate
    /// The error of the last attempt, as text.
    public let reason: String
    /// Whether it was released, and is not dealt with yet.
    public let isReleased: Bool

    /// An update that was set aside; those of a store come from ``PurchaseStore/setAsideUpdates(for:)``.
    package init(consumer: String, update: StoreUpdate, reason: String, isReleased: Bool = false) {
        self.consumer = consumer
        self.update = update
        self.reason = reason
        self.isReleased = isReleased
    }
}

extension SetAsideUpdate: CustomStringConvertible {
    /// The update, its reader, and the error of the last attempt.
    public var description: String {
        let standing = isReleased ? "released to \(consumer) again after" : "set aside by \(consumer):"
        return "\(update), \(standing) \(reason)"
    }
}
