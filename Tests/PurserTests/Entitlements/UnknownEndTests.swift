import Foundation
import Testing

@testable import Purser

/// StoreKit 1 tells no expiration date.
@Suite("Subscriptions whose end is not known")
struct UnknownEndTests {
    private static func period(_ id: String, from start: Int64, to end: Int64? = nil, isRevoked: Bool = false)
        -> StoreTransaction
    {
        .sample(id, "gold", .autoRenewable, at: start) {
            $0.originalID = "T1"
            $0.subscriptionGroupID = "club"
            $0.expirationTime = end.map { at($0) }
            $0.revocationTime = isRevoked ? at(start) : nil
        }
    }

    private func isActive(_ periods: [StoreTransaction], at seconds: Int64) -> Bool {
        var ledger = LedgerState()
        for period in periods { _ = ledger.take(period) }
        let state = ledger.entitlements.periods.first ?? []
        return StoreSubscription(SubscriptionPeriods(periods: state), at: at(seconds))?.state == .subscribed
    }

    @Test("E2: it is not expired as soon as it is recorded, nor later, until the store tells its end")
    func unknown() {
        let period = Self.period("T1", from: 0)
        #expect(isActive([period], at: 0))
        #expect(isActive([period], at: 1_000_000_000))
        var reported = period.fields
        (reported.expirationTime, reported.signedTime) = (at(100), at(1))
        #expect(isActive([period, StoreTransaction(reported)], at: 99))
        #expect(!isActive([period, StoreTransaction(reported)], at: 100))
    }

    @Test("E2: a renewal without an end goes on where the period before it ended; one before that does not")
    func renewal() {
        // Renewals are charged before the period ends that they follow.
        let known = Self.period("T1", from: 0, to: 100)
        #expect(isActive([known, Self.period("T2", from: 90)], at: 200))
        #expect(!isActive([Self.period("T1", from: 0), Self.period("T2", from: 90, to: 190)], at: 200))
        #expect(isActive([Self.period("T1", from: 0), Self.period("T2", from: 90, to: 190)], at: 100))
    }

    @Test("E2: taken back, it is over, whether its end is known or not")
    func revoked() {
        #expect(!isActive([Self.period("T1", from: 0, isRevoked: true)], at: 1))
        let ended = Self.period("T1", from: 0, to: 100)
        #expect(!isActive([ended, Self.period("T2", from: 90, isRevoked: true)], at: 200))
    }

    @Test("E2: a refund of the original, or of its restored copy, ends both", arguments: ["A2", "Z2"], [true, false])
    func copies(copy: String, isOriginalRevoked: Bool) {
        let periods = [
            Self.period("T1", from: 0, isRevoked: isOriginalRevoked),
            Self.period(copy, from: 0, isRevoked: !isOriginalRevoked),
        ]
        #expect(StoreSubscription(SubscriptionPeriods(periods: periods), at: at(1))?.state == .revoked)
    }
}
