/// A status of Apple's service `verifyReceipt`, by its number; unknown ones are kept.
public struct ReceiptStatus: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The number.
    public var rawValue: Int
    /// A status by its number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The number.
    public var description: String { String(rawValue) }

    /// The receipt is valid.
    public static let valid = Self(rawValue: 0)
    /// The request was no POST, or not readable.
    public static let unreadableRequest = Self(rawValue: 21_000)
    /// The receipt is malformed, or the service has a temporary problem.
    public static let malformedReceipt = Self(rawValue: 21_002)
    /// The App Store did not make the receipt.
    public static let notAuthentic = Self(rawValue: 21_003)
    /// The shared secret is not the app's.
    public static let wrongSecret = Self(rawValue: 21_004)
    /// The service is temporarily unavailable.
    public static let unavailable = Self(rawValue: 21_005)
    /// The receipt is valid, and the subscription has expired; only of receipts in the form of iOS 6.
    public static let expired = Self(rawValue: 21_006)
    /// A receipt of the sandbox was sent to production.
    public static let isSandboxReceipt = Self(rawValue: 21_007)
    /// A receipt of production was sent to the sandbox.
    public static let isProductionReceipt = Self(rawValue: 21_008)
    /// The service could not reach its data.
    public static let internalError = Self(rawValue: 21_009)
    /// The customer's account no longer exists.
    public static let accountNotFound = Self(rawValue: 21_010)

    /// Whether the answer has the content of the receipt.
    public var hasReceipt: Bool { self == .valid || self == .expired }

    /// Whether it is one of those that Apple keeps for errors inside its service.
    var isInternal: Bool { (21_100...21_199).contains(rawValue) }
}
