/// A purchase that the customer began in the App Store, outside the app.
public struct PromotedPurchase: Sendable, Hashable, Identifiable {
    /// The backend's identifier of this request.
    public var id: String
    /// The product that the customer chose.
    public var productID: String
    /// What came along, such as a win-back offer.
    public var options: Set<PurchaseOption>

    /// A purchase begun outside the app.
    public init(id: String, productID: String, options: Set<PurchaseOption> = []) {
        self.id = id
        self.productID = productID
        self.options = options
    }

    /// What the app answers.
    public enum Decision: Sendable, Hashable {
        /// Buy it now, with these particulars; without a finishing it is the one of ``PurchaseStore/Configuration/finishing``.
        case buy(context: [String: String] = [:], finishing: Finishing? = nil)
        /// Keep it among ``PurchaseStore/deferredPromotedPurchases`` until the app buys or declines it.
        case later
        /// Do not buy it, and forget it.
        case decline
    }
}
