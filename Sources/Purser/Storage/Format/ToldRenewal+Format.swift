#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Field 1 is left to what stands around it. What has its usual value is left out.
extension ToldRenewal: FieldMessage {
    func write(to writer: inout FieldWriter) {
        if let info = renewalInfo { writer.message(2, info) }
        if let state { writer.field(3, signed: Int64(state.rawValue)) }
        laterFields.write(to: &writer)
    }
}

extension StoreRenewalInfo: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, originalTransactionID)
        writer.field(2, currentProductID)
        if willAutoRenew { writer.field(3, 1) }
        if let product = autoRenewPreference { writer.field(4, product) }
        if let reason = expirationReason { writer.field(5, signed: Int64(reason.rawValue)) }
        if let code = StoreRenewalInfo.PriceIncreaseStatus.codes.firstIndex(of: priceIncreaseStatus), code > 0 {
            writer.field(6, UInt64(code))
        }
        if isInBillingRetry { writer.field(7, 1) }
        if let date = gracePeriodExpirationTime { writer.field(8, date) }
        if let offer { writer.message(9, offer) }
        if environment != .production {
            writer.field(10, environment.rawValue, among: Spellings.environments)
        }
        if let date = recentSubscriptionStartTime { writer.field(11, date) }
        if let date = renewalTime { writer.field(12, date) }
        if let price = renewalPrice { writer.field(13, price.description) }
        if let currency = currencyCode { writer.field(14, currency) }
        for id in eligibleWinBackOfferIDs { writer.field(15, id) }
        if let account = appAccountToken { writer.field(16, bytes: account.bytes) }
        if let id = appTransactionID { writer.field(17, id) }
        if let plan = renewalBillingPlanType { writer.field(18, plan.rawValue, among: Spellings.billingPlans) }
        if let commitment = commitmentInfo { writer.message(19, commitment) }
        if let bundle { writer.message(20, bundle) }
        if let date = signedTime { writer.field(21, date) }
        if let verification = deviceVerification { writer.message(22, verification) }
        if let payload = jwsRepresentation { writer.field(23, payload) }
        if let quantity = renewalQuantity { writer.field(24, signed: Int64(quantity)) }
        if let seats = multiSeatInfo { writer.message(25, seats) }
        laterFields.write(to: &writer)
    }
}

extension StoreRenewalInfo.CommitmentInfo: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, autoRenewPreference)
        writer.field(2, renewalBillingPlanType.rawValue, among: Spellings.billingPlans)
        writer.field(3, renewalTime)
        writer.field(4, renewalPrice.description)
        if willAutoRenew { writer.field(5, 1) }
    }
}

extension StoreRenewalInfo.Bundle: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, productID)
        if let group = subscriptionGroupID { writer.field(2, group) }
        if let id = originalTransactionID { writer.field(3, id) }
        if willUnbundle { writer.field(4, 1) }
    }
}

extension StoreRenewalInfo.PriceIncreaseStatus {
    /// In the order of their numbers.
    fileprivate static let codes: [Self] = [.noIncreasePending, .pending, .agreed]

    fileprivate init(code: UInt64) throws(FormatFault) {
        guard code < UInt64(Self.codes.count) else { throw FormatFault("an answer of kind \(code) is unknown") }
        self = Self.codes[Int(code)]
    }
}

extension ToldRenewal {
    convenience init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var info: StoreRenewalInfo?
        var state: StoreSubscriptionStatus.RenewalState?
        var later = LaterFields()
        while let (number, value) = try fields.next() {
            if number == 2 {
                info = try StoreRenewalInfo(fields.message(value))
            } else if number == 3 {
                state = .init(rawValue: Int(truncatingIfNeeded: try fields.signed(value)))
            } else if number > 3 {
                later.add(number, value)
            }
        }
        self.init(info, state, laterFields: later)
    }
}

extension StoreRenewalInfo {
    fileprivate init(_ reader: FieldReader) throws(FormatFault) {
        self.init(originalTransactionID: "", currentProductID: "", willAutoRenew: false)
        var fields = reader
        while let (number, value) = try fields.next() {
            switch number {
            case 1...12: try setBasics(number, value, fields)
            default: try setOthers(number, value, fields)
            }
        }
    }

    private mutating func setBasics(_ number: UInt64, _ value: FieldReader.Value, _ fields: FieldReader)
        throws(FormatFault)
    {
        switch number {
        case 1: originalTransactionID = try fields.text(value)
        case 2: currentProductID = try fields.text(value)
        case 3: willAutoRenew = try fields.number(value) == 1
        case 4: autoRenewPreference = try fields.text(value)
        case 5: expirationReason = .init(rawValue: Int(truncatingIfNeeded: try fields.signed(value)))
        case 6: priceIncreaseStatus = try PriceIncreaseStatus(code: fields.number(value))
        case 7: isInBillingRetry = try fields.number(value) == 1
        case 8: gracePeriodExpirationTime = try fields.time(value)
        case 9: offer = try StoreTransaction.Offer(fields.message(value))
        case 10: environment = .init(rawValue: try fields.text(value, among: Spellings.environments))
        case 11: recentSubscriptionStartTime = try fields.time(value)
        default: renewalTime = try fields.time(value)
        }
    }

    private mutating func setOthers(_ number: UInt64, _ value: FieldReader.Value, _ fields: FieldReader)
        throws(FormatFault)
    {
        switch number {
        case 13: renewalPrice = try fields.decimal(value)
        case 14: currencyCode = try fields.text(value)
        case 15: eligibleWinBackOfferIDs.append(try fields.text(value))
        case 16: appAccountToken = try fields.uuid(value)
        case 17: appTransactionID = try fields.text(value)
        case 18: renewalBillingPlanType = .init(rawValue: try fields.text(value, among: Spellings.billingPlans))
        case 19: commitmentInfo = try CommitmentInfo(fields.message(value))
        case 20: bundle = try Bundle(fields.message(value))
        case 21: signedTime = try fields.time(value)
        case 22: deviceVerification = try DeviceVerification(fields.message(value))
        case 23: jwsRepresentation = try fields.text(value)
        case 24: renewalQuantity = Int(truncatingIfNeeded: try fields.signed(value))
        case 25: multiSeatInfo = try MultiSeatInfo(fields.message(value))
        default: laterFields.add(number, value)
        }
    }
}

extension StoreRenewalInfo.CommitmentInfo {
    fileprivate init(_ reader: FieldReader) throws(FormatFault) {
        self.init(
            autoRenewPreference: "", renewalBillingPlanType: .init(rawValue: ""),
            renewalDate: Timestamp(milliseconds: 0).date, renewalPrice: 0, willAutoRenew: false)
        var fields = reader
        while let (number, value) = try fields.next() {
            switch number {
            case 1: autoRenewPreference = try fields.text(value)
            case 2: renewalBillingPlanType = .init(rawValue: try fields.text(value, among: Spellings.billingPlans))
            case 3: renewalTime = try fields.time(value)
            case 4: renewalPrice = try fields.decimal(value)
            case 5: willAutoRenew = try fields.number(value) == 1
            default: break
            }
        }
    }
}

extension StoreRenewalInfo.Bundle {
    fileprivate init(_ reader: FieldReader) throws(FormatFault) {
        self.init(productID: "")
        var fields = reader
        while let (number, value) = try fields.next() {
            switch number {
            case 1: productID = try fields.text(value)
            case 2: subscriptionGroupID = try fields.text(value)
            case 3: originalTransactionID = try fields.text(value)
            case 4: willUnbundle = try fields.number(value) == 1
            default: break
            }
        }
    }
}
