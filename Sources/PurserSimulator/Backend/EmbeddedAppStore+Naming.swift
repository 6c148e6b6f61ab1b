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

extension SimulatedAccountState {
    /// The app's server names a user for a transaction.
    mutating func named(_ user: UUID, of id: String, at now: Timestamp) throws(BackendError) -> [BackendEvent] {
        let known = try known(id)
        guard book[known].transaction.ownershipType != .familyShared else {
            throw BackendError(
                .invalidRequest,
                "A member of the family bought \(id). Name users only for purchases of the customer's own.")
        }
        let line = line(at: known)
        let place = line?.current ?? paidPlace(of: known)
        if var line, line.appAccountToken != user {
            line.appAccountToken = user
            sign(line, at: now)
        }
        let places = ([place] + copies(of: place)).filter { book[$0].transaction.appAccountToken != user }
        return places.map { place in describeAnew(place, at: now) { $0.appAccountToken = user } }
    }
}
