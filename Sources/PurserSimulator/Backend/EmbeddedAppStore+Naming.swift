import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// How the app's server names another user for what was bought.
extension EmbeddedAppStore {
    /// Names a user of the app for a transaction, as Set App Account Token of the App Store Server API does.
    ///
    /// The transaction is described anew, is signed later, and is reported as unfinished again, without a payment. Of a subscription
    /// the present period and all later ones name the user; earlier periods stay as they are. The copies of a purchase that
    /// StoreKit 1 has made name the user as well.
    ///
    /// - Parameters:
    ///   - user: the user to name.
    ///   - transactionID: the transaction, or any period of the subscription.
    /// - Throws: `BackendError` with `.unknownTransaction` when there is no such transaction; with `.invalidRequest` when a member
    ///   of the family bought it, because the App Store names no user for that.
    public func setAppAccountToken(_ user: UUID, of transactionID: String) throws {
        try act { (account, now) throws(BackendError) in try account.named(user, of: transactionID, at: now) }
    }
}
