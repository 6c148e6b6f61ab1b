import Foundation
import Purser

@testable import PurserSimulator

extension SimulatedAccountState {
    /// Lets everything happen that is due by a moment, and answers what is told, renewals first.
    mutating func live(until moment: Timestamp, limit: Int = .max) -> [BackendEvent] {
        var events: [BackendEvent] = []
        while !advance(to: moment, limit: limit, &events) {}
        return journal.takeRenewals(.max) + events
    }

    /// The present state of the subscription in the sample's group.
    var subscription: AccountSubscription? { book.subscriptions["group"] }

    /// Every transaction as a short subscription: product, days from and to, price, why, and what happened to it.
    var story: [String] {
        book.transactions.history.map { record in
            let reported = record.transaction
            let marks = [
                reported.reason == .renewal ? "renewal" : nil, reported.offer?.paymentMode?.rawValue,
                reported.isUpgraded ? "upgraded" : nil, reported.revocationTime == nil ? nil : "revoked",
                reported.ownershipType == .familyShared ? "family" : nil,
            ]
            let end = reported.expirationTime.map { "-\($0.day)" } ?? ""
            return
                (["\(reported.productID) \(reported.purchaseTime.day)\(end) \(reported.price ?? 0)"]
                + marks.compactMap { $0 })
                .joined(separator: " ")
        }
    }
}

extension Timestamp {
    /// Days since the tests' beginning.
    var day: Int64 { (milliseconds - at(0).milliseconds) / 86_400_000 }
}

/// A moment so many days after the tests' beginning.
func day(_ days: Int64) -> Timestamp { at(days * 86_400) }
