import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// What a test or a tool does to subscriptions with seats. They are bought, and more are added, by a purchase with
// `PurchaseOption.seats(_:)`.
extension EmbeddedAppStore {
    /// Chooses how many seats the next period has, as a customer does in the system's settings; the present period keeps its
    /// seats.
    ///
    /// More seats are bought, with `PurchaseOption.seats(_:)` and their total.
    /// - Throws: `BackendError` with `.unknownTransaction` when the customer never had it, `.invalidRequest` when it is over, has
    ///   no seats, changes to another product, or is to have more seats than now.
    public func setRenewalSeats(_ seats: Int, for subscription: String) throws {
        try act { (account, now) throws(BackendError) in try account.journal.seatsChosen(seats, subscription, at: now) }
    }

    /// Gives back what some seats of a subscription cost, the cheapest first: the transaction stands for the others and has no
    /// revocation date.
    ///
    /// Where no seat is left, the transaction is revoked, as ``refund(_:reason:percentage:)`` does. How many seats the next
    /// period has stays as it was chosen.
    ///
    /// - Parameters:
    ///   - seats: how many seats, from 1 to all that the transaction stands for.
    ///   - transactionID: which transaction; a period to which seats were added has several.
    ///   - percentage: how much of their price is given back, from 0 to 100.
    /// - Throws: `BackendError` with `.unknownTransaction` when there is no such transaction; with `.invalidRequest` when it has
    ///   no seats or fewer ones, or when the percentage is no number from 0 to 100.
    public func refundSeats(_ seats: Int, of transactionID: String, percentage: Decimal = 100) throws {
        try Self.check(percentage)
        try act { (account, now) throws(BackendError) in
            try account.seatsRefunded(seats, of: transactionID, percentage: percentage, at: now)
        }
    }

    /// Lets somebody who has bought a subscription with seats assign one of them to the customer.
    ///
    /// It comes as `ASSIGNED`, costs the customer nothing, and stands beside a subscription of their own; in a group it takes the
    /// place of what the family shares. Who bought the seats is no customer of this store.
    /// - Throws: `BackendError` with `.storeProductNotAvailable` when the product is not sold, `.invalidRequest` when it is sold
    ///   without seats, or the family shares it.
    public func assignSeat(of productID: String) throws {
        try act { (account, now) throws(BackendError) in try account.seatAssigned(productID, at: now) }
    }

    /// Ends what ``assignSeat(of:)`` began: the customer's transaction is revoked.
    ///
    /// - Throws: `BackendError` with `.unknownTransaction` when no seat of the product is assigned.
    public func unassignSeat(of productID: String) throws {
        try act { (account, now) throws(BackendError) in try account.seatUnassigned(productID, at: now) }
    }
}
