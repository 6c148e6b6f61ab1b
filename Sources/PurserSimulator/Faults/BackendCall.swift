/// A call of a backend that can be set to fail, by its name; more may be added.
public struct BackendCall: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The method's name.
    public var rawValue: String
    /// A call by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The raw value.
    public var description: String { rawValue }
    /// `activate()`.
    public static let activate = BackendCall(rawValue: "activate")
    /// `products(for:)`.
    public static let products = BackendCall(rawValue: "products")
    /// `submit(_:)`.
    public static let submit = BackendCall(rawValue: "submit")
    /// `restore(_:for:)`.
    public static let restore = BackendCall(rawValue: "restore")
    /// `finish(_:)`.
    public static let finish = BackendCall(rawValue: "finish")
    /// `redeliver()`.
    public static let redeliver = BackendCall(rawValue: "redeliver")
    /// `beginRefundRequest(for:in:)`.
    public static let beginRefundRequest = BackendCall(rawValue: "beginRefundRequest")
    /// `redeemCode(in:)`.
    public static let redeemCode = BackendCall(rawValue: "redeemCode")
    /// `showManageSubscriptions(subscriptionGroupID:in:)`.
    public static let showManageSubscriptions = BackendCall(rawValue: "showManageSubscriptions")
    /// `appTransaction(refresh:)`.
    public static let appTransaction = BackendCall(rawValue: "appTransaction")
    /// `refreshReceipt()`.
    public static let refreshReceipt = BackendCall(rawValue: "refreshReceipt")
}
