#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value that is one field of a record.
protocol FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter)
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
        Timestamp(milliseconds: try fields.signed(value))
    }
}

extension UUID: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) {
        withUnsafeBytes(of: uuid) { writer.field(number, bytes: $0) }
    }

    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> UUID {
        let bytes = try fields.bytes(value)
        guard bytes.count == 16 else { throw FormatFault("a UUID has \(bytes.count) bytes instead of 16") }
        var uuid = UUID.zero.uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyMemory(from: bytes) }
        return UUID(uuid: uuid)
    }

    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

extension UserID: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { token.write(number, to: &writer) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> UserID {
        UserID(try UUID.read(value, fields))
    }
}

extension Data: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { withUnsafeBytes { writer.field(number, bytes: $0) } }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Data {
        Data(try fields.bytes(value))
    }
}

extension Decimal: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { writer.field(number, description) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Decimal {
        let text = try fields.text(value)
        guard let decimal = text == "NaN" ? Decimal.nan : Decimal(string: text)
        else { throw FormatFault("a price is no number") }
        return decimal
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
extension StoreTransaction.RevocationReason: NumberedField {}

/// A text of an open set: known ones are written as their indexes in a list, others as text.
protocol SpelledField: FieldValue, RawRepresentable where RawValue == String {
    /// The known texts; the list may only grow at its end.
    static var spellings: [String] { get }
    init(rawValue: String)
}

extension SpelledField {
    func write(_ number: UInt64, to writer: inout FieldWriter) {
        let spellings = Self.spellings
        // Not `firstIndex(of:)`, which allocates memory without optimization.
        for code in spellings.indices where spellings[code] == rawValue {
            return writer.field(number, UInt64(code))
        }
        writer.field(number, rawValue)
    }

    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Self {
        guard case .number(let code) = value else { return Self(rawValue: try fields.text(value)) }
        guard code < UInt64(spellings.count) else { throw FormatFault("the name of number \(code) is unknown") }
        return Self(rawValue: spellings[Int(code)])
    }
}

extension StoreUpdate.Kind: SpelledField {
    static let spellings = [
        "purchased", "restored", "renewed", "revoked", "reinstated", "upgraded", "changed", "statusChanged",
    ]
}
extension StoreProduct.ProductType: SpelledField {
    static let spellings = [
        "Consumable", "Non-Consumable", "Auto-Renewable Subscription", "Non-Renewing Subscription",
    ]
}
extension StoreProduct.BillingPlanType: SpelledField { static let spellings = ["BILLED_UPFRONT", "MONTHLY"] }
extension StoreEnvironment: SpelledField { static let spellings = ["Production", "Sandbox", "Xcode", "LocalTesting"] }
extension StoreOffer.PaymentMode: SpelledField {
    static let spellings = ["free", "payAsYouGo", "payUpFront", "oneTime"]
}
extension StoreTransaction.OwnershipType: SpelledField {
    static let spellings = ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"]
}
extension StoreTransaction.Reason: SpelledField { static let spellings = ["PURCHASE", "RENEWAL"] }
extension StoreTransaction.RevocationType: SpelledField {
    static let spellings = ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE"]
}
extension StoreTransaction.AdditionalTransactionReason: SpelledField { static let spellings = ["SEAT_ADDITION"] }
extension StoreTransaction.MultiSeatInfo.InvitationManagement: SpelledField {
    static let spellings = ["APPLE", "DEVELOPER"]
}

// MARK: - Closed sets

/// A value of a closed set, which is written as its index in a list.
protocol CodedField: FieldValue, Equatable {
    /// The values by their indexes; the list may only grow at its end.
    static var codes: [Self] { get }
}

extension CodedField {
    func write(_ number: UInt64, to writer: inout FieldWriter) {
        writer.field(number, UInt64(Self.codes.firstIndex(of: self) ?? 0))
    }

    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Self {
        let code = try fields.number(value)
        guard code < UInt64(codes.count) else { throw FormatFault("a value of kind \(code) is unknown") }
        return codes[Int(code)]
    }
}

extension StoreRenewalInfo.PriceIncreaseStatus: CodedField {
    static let codes: [Self] = [.noIncreasePending, .pending, .agreed]
}

extension Finishing: FieldValue {
    func write(_ number: UInt64, to writer: inout FieldWriter) { (self == .manual).write(number, to: &writer) }
    static func read(_ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) -> Finishing {
        try Bool.read(value, fields) ? .manual : .atomic
    }
}
