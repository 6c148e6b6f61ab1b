#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The fields of a transaction from 27 on, which few transactions have, and the fields inside them.
extension TransactionParticulars: FieldCoded {
    static var blank: Self { Self() }

    mutating func code(_ fields: inout FieldCoder) {
        fields.skip(below: 27)
        fields.field(27, &revocationType)
        fields.field(28, &revocationThousandths)
        fields.field(29, &billingPlanType)
        fields.message(30, &commitmentInfo)
        fields.message(31, &bundle)
        fields.field(32, &previousOriginalTransactionID)
        fields.field(33, &advancedCommerceInfo)
        fields.message(34, &deviceVerification)
        fields.field(35, &unknownFields)
        fields.message(36, &multiSeatInfo)
        fields.field(37, &additionalTransactionReason)
        fields.field(40, &ledgerID)
    }
}

extension StoreTransaction.Offer: FieldCoded {
    static var blank: Self { Self(type: StoreOffer.OfferType(rawValue: 0)) }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &type)
        fields.field(2, &id)
        fields.field(3, &paymentMode)
        var text = period?.description
        fields.field(4, &text)
        period = text.flatMap { SubscriptionPeriod($0) }
    }
}

extension StoreTransaction.CommitmentInfo: FieldCoded {
    static var blank: Self {
        Self(billingPeriodNumber: 0, totalBillingPeriods: 0, expirationDate: Timestamp.zero.date, price: 0)
    }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &billingPeriodNumber)
        fields.field(2, &totalBillingPeriods)
        fields.field(3, &expirationTime)
        fields.field(4, &price)
    }
}

extension StoreTransaction.Bundle: FieldCoded {
    static var blank: Self { Self() }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &productID)
        fields.field(2, &subscriptionGroupID)
        fields.field(3, &transactionID)
        fields.field(4, &originalTransactionID)
    }
}

extension DeviceVerification: FieldCoded {
    static var blank: Self { Self(hash: Data(), nonce: .zero) }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &hash)
        fields.field(2, &nonce)
        fields.field(3, &deviceID)
    }
}

extension StoreTransaction.MultiSeatInfo: FieldCoded {
    static var blank: Self { Self(invitationManagement: InvitationManagement(rawValue: ""), priceTiers: []) }

    mutating func code(_ fields: inout FieldCoder) {
        var (invitations, tiers, revoked) = (invitationManagement, priceTiers, revokedSeatQuantity)
        fields.field(1, &invitations)
        fields.messages(2, &tiers)
        fields.field(3, &revoked)
        self = Self(invitationManagement: invitations, priceTiers: tiers, revokedSeatQuantity: revoked)
    }
}

extension StoreTransaction.MultiSeatInfo.PriceTier: FieldCoded {
    static var blank: Self { Self(price: 0, quantity: 0) }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &price)
        fields.field(2, &quantity)
    }
}
