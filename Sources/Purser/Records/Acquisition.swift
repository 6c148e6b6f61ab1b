/// A product that was acquired with a subscription: it may be used while a subscription runs that enables it.
package struct Acquisition: Sendable, Hashable {
    /// When, by the device's clock.
    package var time: Timestamp
    /// The original identifier of the subscription that enabled it then.
    package var subscription: String

    /// An acquisition.
    package init(time: Timestamp, subscription: String) {
        self.time = time
        self.subscription = subscription
    }
}

/// A product to acquire with a subscription.
package struct AcquiredProduct: Sendable {
    /// The product.
    package var id: String
    /// The original identifier of the subscription.
    package var subscription: String
}
