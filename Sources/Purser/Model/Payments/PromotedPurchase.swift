#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A purchase that the customer began in the App Store, outside the app.
public struct PromotedPurchase: Sendable, Hashable, Identifiable {
    /// The backend's identifier of this request.
    public var id: String
    /// The product that the customer chose.
    public var productID: String
    /// Its options, such as a win-back offer.
    public var options: Set<PurchaseOption>

    /// Makes a purchase begun outside the app.
    public init(id: String, productID: String, options: Set<PurchaseOption> = []) {
        self.id = id
        self.productID = productID
        self.options = options
    }

    /// The app's decision.
    public enum Decision: Sendable, Hashable {
        /// Buy it now, with these parameters; without a finishing, ``PurchaseStore/Configuration/finishing`` decides.
        ///
        /// The `appAccountToken` is the app's own user, which comes back on the transaction. When the store's account
        /// is a user, leave it out or pass that user: with another one the purchase is deferred and listed in
        /// ``PurchaseStore/rejectedReports``.
        case buy(appAccountToken: UUID? = nil, context: [String: String] = [:], finishing: Finishing? = nil)
        /// Keep it among ``PurchaseStore/deferredPromotedPurchases`` until the app buys or declines it.
        case later
        /// Do not buy it, and forget it.
        case decline
    }
}
