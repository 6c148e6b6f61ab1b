#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreRenewalInfo: FieldCoded {
    static var blank: Self { Self(originalTransactionID: "", currentProductID: "", willAutoRenew: false) }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &originalTransactionID)
        fields.field(2, &currentProductID)
        fields.field(3, &willAutoRenew, unless: false)
        fields.field(4, &autoRenewPreference)
        fields.field(5, &expirationReason)
        fields.field(6, &priceIncreaseStatus, unless: .noIncreasePending)
        fields.field(7, &isInBillingRetry, unless: false)
        fields.field(8, &gracePeriodExpirationTime)
        fields.message(9, &offer)
        fields.field(10, &environment, unless: .production)
        fields.field(11, &recentSubscriptionStartTime)
        fields.field(12, &renewalTime)
        fields.field(13, &renewalPrice)
        fields.field(14, &currencyCode)
        fields.fields(15, &eligibleWinBackOfferIDs)
        fields.field(16, &appAccountToken)
        fields.field(17, &appTransactionID)
        fields.field(18, &renewalBillingPlanType)
        fields.message(19, &commitmentInfo)
        fields.message(20, &bundle)
        fields.field(21, &signedTime)
        fields.message(22, &deviceVerification)
        fields.field(23, &jwsRepresentation)
        fields.field(24, &renewalQuantity)
        fields.message(25, &multiSeatInfo)
    }

    fileprivate init(_ reader: FieldReader) throws(FormatFault) {
        self = .blank
        laterFields = try FieldCoder.read(&self, reader)
    }
}

extension StoreRenewalInfo.CommitmentInfo: FieldCoded {
    static var blank: Self {
        Self(
            autoRenewPreference: "", renewalBillingPlanType: .init(rawValue: ""), renewalDate: Timestamp.zero.date,
            renewalPrice: 0, willAutoRenew: false)
    }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &autoRenewPreference)
        fields.field(2, &renewalBillingPlanType)
        fields.field(3, &renewalTime)
        fields.field(4, &renewalPrice)
        fields.field(5, &willAutoRenew, unless: false)
    }
}

extension StoreRenewalInfo.Bundle: FieldCoded {
    static var blank: Self { Self(productID: "") }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &productID)
        fields.field(2, &subscriptionGroupID)
        fields.field(3, &originalTransactionID)
        fields.field(4, &willUnbundle, unless: false)
    }
}

extension StoreRenewalInfo.MultiSeatInfo: FieldCoded {
    static var blank: Self { Self(renewalPriceTiers: []) }

    mutating func code(_ fields: inout FieldCoder) {
        var tiers = renewalPriceTiers
        fields.messages(1, &tiers)
        self = Self(renewalPriceTiers: tiers)
    }
}

// Field 1 is reserved for the enclosing value.
extension ReportedRenewal: FieldMessage {
    func write(to writer: inout FieldWriter) {
        if let info = renewalInfo { writer.message(2, info, info.laterFields) }
        if let state { state.write(3, to: &writer) }
        laterFields.write(to: &writer)
    }

    convenience init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var (later, info): (LaterFields, StoreRenewalInfo?) = (LaterFields(), nil)
        var state: StoreSubscriptionStatus.RenewalState?
        while let (number, value) = try fields.next() {
            switch number {
            case 0, 1: break
            case 2: info = try StoreRenewalInfo(fields.message(value))
            case 3: state = try .read(value, fields)
            default: later.add(number, value)
            }
        }
        self.init(info, state, laterFields: later)
    }
}
