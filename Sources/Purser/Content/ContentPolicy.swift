/// What a store does with contents by itself, and how much it fetches at a time.
public struct ContentPolicy: Sendable, Hashable {
    /// When content that is owned and not on this device is fetched.
    public enum Restoring: Sendable, Hashable {
        /// When the app asks for it: ``PurchaseStore/downloadContent(of:priority:deadline:)``.
        case onDemand
        /// At once: after a launch, a restore, a purchase on another device. Content that the app has deleted is left alone.
        case atOnce
    }

    /// How many contents are fetched at a time, at least one.
    ///
    /// The others wait for their turn.
    public var downloadsAtOnce: Int
    /// When content that is owned and not on this device is fetched.
    ///
    /// What comes with a purchase that is not finished is fetched at once in any case.
    public var restoring: Restoring
    /// Whether the content of a product is deleted when all that the customer had of it was refunded or revoked.
    ///
    /// Content of a subscription that has ended in time stays: the customer may come back.
    public var removesRefunded: Bool
    /// How much a source may fetch, and over which networks.
    public var limits: ContentLimits

    /// A policy; by default three at a time, on demand, and nothing is deleted.
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

/// How much a source may fetch, and over which networks; sources of an app's own find it in ``ContentWork/limits``.
public struct ContentLimits: Sendable, Hashable {
    /// How many bytes one content may have; `nil` for as many as it has.
    public var bytes: Int64?
    /// How many bytes one content may have that is fetched over a cellular network, or another one that the customer pays
    /// for by the byte: 0 for none, `nil` for as many as it has.
    public var meteredBytes: Int64?

    /// Limits; none unless they are given.
    public init(bytes: Int64? = nil, meteredBytes: Int64? = nil) {
        self.bytes = bytes
        self.meteredBytes = meteredBytes
    }
}

/// Which contents are fetched first, when more are wanted than are fetched at a time.
public enum ContentPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// After all others: what nobody waits for.
    case low = -1
    /// What the app asks for.
    case normal = 0
    /// Before all others: what was just bought.
    case high = 1

    /// Whether the one comes after the other.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
