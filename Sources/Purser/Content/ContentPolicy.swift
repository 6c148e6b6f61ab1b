/// The policy for automatic downloads of contents, and their limits.
public struct ContentPolicy: Sendable, Hashable {
    /// When content that is owned and not on this device is fetched.
    public enum Restoring: Sendable, Hashable {
        /// When the app requests it: ``PurchaseStore/downloadContent(of:priority:deadline:)``.
        case onDemand
        /// At once: after a launch, a restore, or a purchase on another device. Content that the app has deleted is not
        /// fetched.
        case atOnce
    }

    /// How many contents are fetched at a time, at least one.
    ///
    /// The others wait for their turn.
    public var downloadsAtOnce: Int
    /// When content that is owned and not on this device is fetched.
    ///
    /// Content of a purchase that is not finished is always fetched at once.
    public var restoring: Restoring
    /// Whether the content of a product is deleted when all purchases of it, by all users of the device, were refunded
    /// or revoked.
    ///
    /// Content of a subscription that has expired stays, because the customer may subscribe again.
    public var removesRefunded: Bool
    /// How much a source may fetch, and over which networks.
    public var limits: ContentLimits

    /// Makes a policy; by default it fetches three at a time, on demand, and deletes nothing.
    public init(
        downloadsAtOnce: Int = 3, restoring: Restoring = .onDemand, removesRefunded: Bool = false,
        limits: ContentLimits = ContentLimits()
    ) {
        self.downloadsAtOnce = downloadsAtOnce
        self.restoring = restoring
        self.removesRefunded = removesRefunded
        self.limits = limits
    }
}

/// Which contents are fetched first, when more are requested than are fetched at a time.
public enum ContentPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// After all others: no call waits for it.
    case low = -1
    /// Content that the app requests.
    case normal = 0
    /// Before all others: content of a new purchase.
    case high = 1

    /// Whether the first priority is lower than the second.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
