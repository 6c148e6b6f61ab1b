import Foundation
import Purser

// The many fields that few transactions and renewal infos have.
extension FuzzBytes {
    /// Sets fields that few transactions have.
    mutating func addParticulars(to fields: inout StoreTransaction.Fields) {
        fields.reason = StoreTransaction.Reason(rawValue: ["PURCHASE", "RENEWAL", text()][choice(3)])
        fields.ownershipType = .init(rawValue: ["PURCHASED", "FAMILY_SHARED", text()][choice(3)])
        fields.environment = StoreEnvironment(rawValue: text())
        fields.revocationReason = maybe { .init(rawValue: Int($0.number())) }
        fields.revocationType = maybe { .init(rawValue: $0.text()) }
        fields.revocationPercentage = maybe { $0.decimal() }
        fields.appAccountToken = maybe { $0.user() }
        fields.currencyCode = maybe { $0.text() }
        fields.storefrontCountryCode = maybe { $0.text() }
        fields.storefrontID = maybe { $0.text() }
        fields.webOrderLineItemID = maybe { $0.text() }
        fields.appTransactionID = maybe { $0.text() }
        fields.appBundleID = maybe { $0.text() }
        fields.offer = maybe { $0.offer() }
        fields.previousOriginalTransactionID = maybe { $0.text() }
        fields.billingPlanType = maybe { .init(rawValue: $0.text()) }
        fields.commitmentInfo = maybe { bytes in
            StoreTransaction.CommitmentInfo(
                billingPeriodNumber: Int(bytes.number()), totalBillingPeriods: Int(bytes.number()),
                expirationDate: bytes.date(), price: bytes.decimal())
        }
        fields.bundle = maybe { bytes in
            StoreTransaction.Bundle(
                productID: bytes.maybe { $0.text() }, subscriptionGroupID: bytes.maybe { $0.text() },
                transactionID: bytes.maybe { $0.text() }, originalTransactionID: bytes.maybe { $0.text() })
        }
        fields.advancedCommerceInfo = maybe { $0.text() }
        fields.unknownFields = maybe { $0.text() }
        fields.multiSeatInfo = maybe { bytes in
            StoreTransaction.MultiSeatInfo(
                invitationManagement: .init(rawValue: bytes.text()), priceTiers: bytes.tiers(),
                revokedSeatQuantity: bytes.maybe { Int($0.number()) })
        }
        fields.additionalTransactionReason = maybe { .init(rawValue: $0.text()) }
    }

    /// The renewal info of a subscription.
    mutating func renewalInfo() -> StoreRenewalInfo {
        var info = StoreRenewalInfo(
            originalTransactionID: text(), currentProductID: text(), willAutoRenew: choice(2) == 0)
        info.renewalDate = maybe { $0.date() }
        info.signedDate = maybe { $0.date() }
        info.jwsRepresentation = maybe { $0.text() }
        info.eligibleWinBackOfferIDs = (0..<choice(3)).map { _ in text() }
        guard choice(2) == 0 else { return info }
        info.autoRenewPreference = maybe { $0.text() }
        info.expirationReason = maybe { .init(rawValue: Int($0.number())) }
        info.isInBillingRetry = choice(2) == 0
        info.gracePeriodExpirationDate = maybe { $0.date() }
        info.recentSubscriptionStartDate = maybe { $0.date() }
        info.offer = maybe { $0.offer() }
        info.renewalPrice = maybe { $0.decimal() }
        info.currencyCode = maybe { $0.text() }
        info.appAccountToken = maybe { $0.user() }
        info.appTransactionID = maybe { $0.text() }
        info.renewalBillingPlanType = maybe { .init(rawValue: $0.text()) }
        info.renewalQuantity = maybe { Int($0.number()) }
        info.multiSeatInfo = maybe { .init(renewalPriceTiers: $0.tiers()) }
        return info
    }

    private mutating func tiers() -> [StoreTransaction.MultiSeatInfo.PriceTier] {
        (0..<choice(4)).map { _ in .init(price: decimal(), quantity: Int(number())) }
    }

    private mutating func offer() -> StoreTransaction.Offer {
        StoreTransaction.Offer(
            type: StoreOffer.OfferType(rawValue: Int(number())), id: maybe { $0.text() },
            paymentMode: maybe { .init(rawValue: $0.text()) },
            period: maybe { SubscriptionPeriod(Int($0.number()), [.day, .week, .month, .year][$0.choice(4)]) })
    }

    /// One of few users, so that they are repeated.
    private mutating func user() -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(choice(3))))
    }
}
