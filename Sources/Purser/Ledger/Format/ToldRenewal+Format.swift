#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Field 1 is left to what stands around it. What has its usual value is left out.
extension FieldWriter {
    mutating func fields(of told: ToldRenewal) {
        if let info = told.renewalInfo { message(2) { $0.fields(of: info) } }
        if let state = told.state { field(3, signed: Int64(state.rawValue)) }
        fields(of: told.laterFields)
    }

    private mutating func fields(of info: StoreRenewalInfo) {
        field(1, info.originalTransactionID)
        field(2, info.currentProductID)
        if info.willAutoRenew { field(3, 1) }
        if let product = info.autoRenewPreference { field(4, product) }
        if let reason = info.expirationReason { field(5, signed: Int64(reason.rawValue)) }
        if let code = StoreRenewalInfo.PriceIncreaseStatus.codes.firstIndex(of: info.priceIncreaseStatus), code > 0 {
            field(6, UInt64(code))
        }
        if info.isInBillingRetry { field(7, 1) }
        if let date = info.gracePeriodExpirationTime { field(8, date) }
        if let offer = info.offer { message(9) { $0.fields(of: offer) } }
        if info.environment != .production {
            field(10, info.environment.rawValue, among: Spellings.environments)
        }
        if let date = info.recentSubscriptionStartTime { field(11, date) }
        if let date = info.renewalTime { field(12, date) }
        if let price = info.renewalPrice { field(13, price.description) }
        if let currency = info.currencyCode { field(14, currency) }
        for id in info.eligibleWinBackOfferIDs { field(15, id) }
        if let account = info.appAccountToken { field(16, bytes: account.bytes) }
        if let id = info.appTransactionID { field(17, id) }
        if let plan = info.renewalBillingPlanType { field(18, plan.rawValue, among: Spellings.billingPlans) }
        if let commitment = info.commitmentInfo { message(19) { $0.fields(of: commitment) } }
        if let bundle = info.bundle { message(20) { $0.fields(of: bundle) } }
        if let date = info.signedTime { field(21, date) }
        if let verification = info.deviceVerification { message(22) { $0.fields(of: verification) } }
        if let payload = info.jwsRepresentation { field(23, payload) }
        if let quantity = info.renewalQuantity { field(24, signed: Int64(quantity)) }
        if let seats = info.multiSeatInfo { message(25) { $0.fields(of: seats) } }
        fields(of: info.laterFields)
    }

    private mutating func fields(of commitment: StoreRenewalInfo.CommitmentInfo) {
        field(1, commitment.autoRenewPreference)
        field(2, commitment.renewalBillingPlanType.rawValue, among: Spellings.billingPlans)
        field(3, commitment.renewalTime)
        field(4, commitment.renewalPrice.description)
        if commitment.willAutoRenew { field(5, 1) }
    }

    private mutating func fields(of bundle: StoreRenewalInfo.Bundle) {
        field(1, bundle.productID)
        if let group = bundle.subscriptionGroupID { field(2, group) }
        if let id = bundle.originalTransactionID { field(3, id) }
        if bundle.willUnbundle { field(4, 1) }
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
