import Foundation
import Purser
import Testing

@testable import PurserTool

/// What `owned` and `shop` say of a subscription.
@Suite("A subscription in words")
struct SubscriptionWordsTests {
    private static func said(
        _ state: StoreSubscription.RenewalState, _ change: ((inout StoreRenewalInfo) -> Void)? = nil
    ) -> String {
        var fields = StoreTransaction.Fields(
            id: "1", productID: "club", productType: .autoRenewable, purchaseDate: Date(timeIntervalSince1970: 0))
        fields.expirationDate = Date(timeIntervalSince1970: 60)
        var info = StoreRenewalInfo(originalTransactionID: "1", currentProductID: "club", willAutoRenew: true)
        change?(&info)
        let subscription = StoreSubscription(
            StoreTransaction(fields), state: state, renewalInfo: change == nil ? nil : info)
        return SubscriptionWords.line(subscription).replacingOccurrences(of: "1970-01-01T00:01:00Z", with: "D")
    }

    @Test("One that may be used says until when, and how it goes on as far as the store told")
    func active() {
        #expect(Self.said(.subscribed) == "subscription, until D")
        #expect(Self.said(.subscribed) { _ in } == "subscription, until D, renews")
        #expect(Self.said(.subscribed) { $0.willAutoRenew = false } == "subscription, until D, does not renew")
        #expect(Self.said(.subscribed) { $0.autoRenewPreference = "gold" } == "subscription, until D, renews into gold")
        let grace = Self.said(.inGracePeriod) { $0.gracePeriodExpirationDate = Date(timeIntervalSince1970: 120) }
        #expect(grace == "subscription, not paid since D, kept until 1970-01-01T00:02:00Z")
    }

    @Test("An offer, a higher price and a family's subscription are said, too")
    func particulars() {
        #expect(
            Self.said(.subscribed) { $0.priceIncreaseStatus = .pending }
                == "subscription, until D, renews, a price increase waits for an answer")
        var fields = StoreTransaction.Fields(
            id: "1", productID: "club", productType: .autoRenewable, purchaseDate: Date(timeIntervalSince1970: 0))
        fields.ownershipType = .familyShared
        fields.offer = .init(type: .promotional, id: "half")
        let subscription = StoreSubscription(StoreTransaction(fields), state: .subscribed)
        #expect(
            SubscriptionWords.line(subscription) == "subscription, promotional offer half, period 1, the family's")
    }

    @Test("One that may not be used says why not")
    func inactive() {
        #expect(Self.said(.inBillingRetryPeriod) { _ in } == "not owned: not paid since D, the App Store retries")
        #expect(Self.said(.expired) == "not owned: ended D")
        #expect(Self.said(.revoked) == "not owned: revoked")
        let reasons: [(StoreRenewalInfo.ExpirationReason, String)] = [
            (.autoRenewDisabled, "renewal was turned off"), (.billingError, "it could not be paid"),
            (.didNotConsentToPriceIncrease, "the customer did not agree to the price"),
            (.productUnavailable, "it is no longer sold"), (.unbundled, "it left its bundle"),
        ]
        for (reason, words) in reasons {
            #expect(Self.said(.expired) { $0.expirationReason = reason } == "not owned: ended D, \(words)")
        }
    }
}
