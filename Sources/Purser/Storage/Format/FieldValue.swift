#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value that is one field of a record.
protocol FieldValue {
    /// Writes the field of a number.
    func write(_ number: UInt64, to writer: inout FieldWriter)
    /// Reads a field.
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Self
}

extension String: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, self) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> String {
        try fields.text(value)
    }
}

extension UInt64: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, self) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> UInt64 {
        try fields.number(value)
    }
}

extension Int: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, signed: Int64(self)) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Int {
        Int(truncatingIfNeeded: try fields.signed(value))
    }
}

extension Bool: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, self ? 1 : 0) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Bool {
        try fields.number(value) == 1
    }
}

extension Timestamp: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, self) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Timestamp {
        try fields.time(value)
    }
}

extension UUID: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, bytes: bytes) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> UUID {
        try fields.uuid(value)
    }
}

extension UserID: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { token.write(number, to: &writer) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> UserID {
        UserID(try fields.uuid(value))
    }
}

extension Data: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, bytes: Array(self)) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Data {
        Data(try fields.bytes(value))
    }
}

extension Decimal: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, description) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Decimal {
        try fields.decimal(value)
    }
}

// MARK: - Open sets

/// A number of an open set.
protocol NumberedField: FieldValue, RawRepresentable where RawValue == Int {
    init(rawValue: Int)
}

extension NumberedField {
    func write(_ number: UInt64, to writer: inout FieldWriter) { rawValue.write(number, to: &writer) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Self {
        Self(rawValue: try Int.read(value, fields))
    }
}

extension StoreOffer.OfferType: NumberedField {}
extension StoreSubscriptionStatus.RenewalState: NumberedField {}
extension StoreRenewalInfo.ExpirationReason: NumberedField {}

/// A text of an open set: known ones are written as their indexes in a list, others as text.
protocol SpelledField: FieldValue, RawRepresentable where RawValue == String {
    /// The known texts; the list may only grow at its end.
    static var spellings: [String] { get }
    init(rawValue: String)
}

extension SpelledField {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, rawValue, among: Self.spellings) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Self {
        Self(rawValue: try fields.text(value, among: spellings))
    }
}

extension StoreEnvironment: SpelledField { static var spellings: [String] { Spellings.environments } }
extension StoreOffer.PaymentMode: SpelledField { static var spellings: [String] { Spellings.paymentModes } }
extension StoreProduct.BillingPlanType: SpelledField { static var spellings: [String] { Spellings.billingPlans } }
extension StoreTransaction.RevocationType: SpelledField {
    static var spellings: [String] { Spellings.revocationTypes }
}
extension StoreTransaction.AdditionalTransactionReason: SpelledField {
    static var spellings: [String] { Spellings.additionalReasons }
}
extension StoreTransaction.MultiSeatInfo.InvitationManagement: SpelledField {
    static var spellings: [String] { Spellings.invitations }
}

/// The texts that are written as numbers: their indexes in these lists, which may only grow at their ends.
enum Spellings {
    static let updateKinds = [
        "purchased", "restored", "renewed", "revoked", "reinstated", "upgraded", "changed", "statusChanged",
    ]
    static let productKinds = [
        "Consumable", "Non-Consumable", "Auto-Renewable Subscription", "Non-Renewing Subscription",
    ]
    static let ownerships = ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"]
    static let reasons = ["PURCHASE", "RENEWAL"]
    static let environments = ["Production", "Sandbox", "Xcode", "LocalTesting"]
    static let paymentModes = ["free", "payAsYouGo", "payUpFront", "oneTime"]
    static let revocationTypes = ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE"]
    static let billingPlans = ["BILLED_UPFRONT", "MONTHLY"]
    static let additionalReasons = ["SEAT_ADDITION"]
    static let invitations = ["APPLE", "DEVELOPER"]
}
