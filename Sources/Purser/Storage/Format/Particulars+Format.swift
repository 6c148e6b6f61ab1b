#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The fields of a transaction from 27 on, which few transactions have.
extension TransactionParticulars: FieldMessage {
    func write(to writer: inout FieldWriter) {
        if let type = revocationType { writer.field(27, type.rawValue, among: Spellings.revocationTypes) }
        if let part = revocationThousandths { writer.field(28, signed: Int64(part)) }
        if let plan = billingPlanType { writer.field(29, plan.rawValue, among: Spellings.billingPlans) }
        if let commitment = commitmentInfo { writer.message(30, commitment) }
        if let bundle { writer.message(31, bundle) }
        if let id = previousOriginalTransactionID { writer.field(32, id) }
        if let info = advancedCommerceInfo { writer.field(33, info) }
        if let verification = deviceVerification { writer.message(34, verification) }
        if let unknown = unknownFields { writer.field(35, unknown) }
        if let info = multiSeatInfo { writer.message(36, info) }
        if let reason = additionalTransactionReason {
            writer.field(37, reason.rawValue, among: Spellings.additionalReasons)
        }
        if let id = ledgerID { writer.field(40, id) }
        laterFields.write(to: &writer)
    }
}

extension StoreTransaction.CommitmentInfo: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, signed: Int64(billingPeriodNumber))
        writer.field(2, signed: Int64(totalBillingPeriods))
        writer.field(3, expirationTime)
        writer.field(4, price.description)
    }
}

extension StoreTransaction.Bundle: FieldMessage {
    func write(to writer: inout FieldWriter) {
        if let id = productID { writer.field(1, id) }
        if let group = subscriptionGroupID { writer.field(2, group) }
        if let id = transactionID { writer.field(3, id) }
        if let id = originalTransactionID { writer.field(4, id) }
    }
}

extension DeviceVerification: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, bytes: Array(hash))
        writer.field(2, bytes: nonce.bytes)
        if let device = deviceID { writer.field(3, bytes: device.bytes) }
    }
}

extension TransactionParticulars {
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
