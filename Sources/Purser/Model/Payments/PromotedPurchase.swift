#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A purchase that the customer began in the App Store, outside the app.
public struct PromotedPurchase: Sendable, Hashable, Identifiable {
    /// The backend's identifier of this request.
    ///
    /// A purchase that is reported again with the same identifier, product and options, also after a relaunch, is the
    /// same purchase.
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
        /// The user who is present when the handler returns buys it, also when the app has switched to another user
        /// meanwhile; if a switch is running, the user after it. The `appAccountToken` is the app's own user, which
        /// comes back on the transaction. When the app names its users, leave it out, or pass a user to whom the
        /// decision applies: if another user is present by then, or none, nothing is charged, and the purchase is
        /// deferred and listed in ``PurchaseStore/rejectedReports``.
        case buy(appAccountToken: UUID? = nil, context: [String: String] = [:], finishing: Finishing? = nil)
        /// Keep it among ``PurchaseStore/deferredPromotedPurchases`` until the app buys or declines it, for all users and,
        /// with a durable ledger, also after a relaunch.
        case later
        /// Do not buy it, and forget it.
        case decline
    }
}
