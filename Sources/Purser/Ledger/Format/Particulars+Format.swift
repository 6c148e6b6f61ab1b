#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The fields of a transaction from 27 on, which few transactions have.
extension FieldWriter {
    mutating func fields(of particulars: StoreTransaction.Particulars) {
        if let type = particulars.revocationType { field(27, type.rawValue, among: Spellings.revocationTypes) }
        if let part = particulars.revocationThousandths { field(28, signed: Int64(part)) }
        if let plan = particulars.billingPlanType { field(29, plan.rawValue, among: Spellings.billingPlans) }
        if let commitment = particulars.commitmentInfo { message(30) { $0.fields(of: commitment) } }
        if let bundle = particulars.bundle { message(31) { $0.fields(of: bundle) } }
        if let id = particulars.previousOriginalTransactionID { field(32, id) }
        if let info = particulars.advancedCommerceInfo { field(33, info) }
        if let verification = particulars.deviceVerification { message(34) { $0.fields(of: verification) } }
        if let unknown = particulars.unknownFields { field(35, unknown) }
        if let info = particulars.multiSeatInfo { message(36) { $0.fields(of: info) } }
        if let reason = particulars.additionalTransactionReason {
            field(37, reason.rawValue, among: Spellings.additionalReasons)
        }
        if let id = particulars.ledgerID { field(40, id) }
        fields(of: particulars.laterFields)
    }

    private mutating func fields(of commitment: StoreTransaction.CommitmentInfo) {
        field(1, signed: Int64(commitment.billingPeriodNumber))
        field(2, signed: Int64(commitment.totalBillingPeriods))
        field(3, commitment.expirationTime)
        field(4, commitment.price.description)
    }

    private mutating func fields(of bundle: StoreTransaction.Bundle) {
        if let id = bundle.productID { field(1, id) }
        if let group = bundle.subscriptionGroupID { field(2, group) }
        if let id = bundle.transactionID { field(3, id) }
        if let id = bundle.originalTransactionID { field(4, id) }
    }

    mutating func fields(of verification: DeviceVerification) {
        field(1, bytes: Array(verification.hash))
        field(2, bytes: verification.nonce.bytes)
        if let device = verification.deviceID { field(3, bytes: device.bytes) }
    }
}

extension StoreTransaction.Particulars {
    mutating func set(_ number: UInt64, _ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) {
        switch number {
        case 27: revocationType = .init(rawValue: try fields.text(value, among: Spellings.revocationTypes))
        case 28: revocationThousandths = Int(truncatingIfNeeded: try fields.signed(value))
        case 29: billingPlanType = .init(rawValue: try fields.text(value, among: Spellings.billingPlans))
        case 30: commitmentInfo = try StoreTransaction.CommitmentInfo(fields.message(value))
        case 31: bundle = try StoreTransaction.Bundle(fields.message(value))
        case 32: previousOriginalTransactionID = try fields.text(value)
        case 33: advancedCommerceInfo = try fields.text(value)
        case 34: deviceVerification = try DeviceVerification(fields.message(value))
        case 35: unknownFields = try fields.text(value)
        case 36: multiSeatInfo = try StoreTransaction.MultiSeatInfo(fields.message(value))
        case 37:
            additionalTransactionReason = .init(rawValue: try fields.text(value, among: Spellings.additionalReasons))
        case 40: ledgerID = try fields.text(value)
        default: laterFields.add(number, value)
        }
    }
}

extension StoreTransaction.CommitmentInfo {
    fileprivate init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        self.init(
            billingPeriodNumber: 0, totalBillingPeriods: 0, expirationDate: Timestamp(milliseconds: 0).date, price: 0)
        while let (number, value) = try fields.next() {
            switch number {
            case 1: billingPeriodNumber = Int(truncatingIfNeeded: try fields.signed(value))
            case 2: totalBillingPeriods = Int(truncatingIfNeeded: try fields.signed(value))
            case 3: expirationTime = try fields.time(value)
            case 4: price = try fields.decimal(value)
            default: break
            }
        }
    }
}

extension StoreTransaction.Bundle {
    fileprivate init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        self.init()
        while let (number, value) = try fields.next() {
            switch number {
            case 1: productID = try fields.text(value)
            case 2: subscriptionGroupID = try fields.text(value)
            case 3: transactionID = try fields.text(value)
            case 4: originalTransactionID = try fields.text(value)
            default: break
            }
        }
    }
}

extension DeviceVerification {
    init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        self.init(hash: Data(), nonce: .zero)
        while let (number, value) = try fields.next() {
            switch number {
            case 1: hash = Data(try fields.bytes(value))
            case 2: nonce = try fields.uuid(value)
            case 3: deviceID = try fields.uuid(value)
            default: break
            }
        }
    }
}
