#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What has its usual value is left out.
extension FieldWriter {
    mutating func fields(of transaction: StoreTransaction) {
        field(1, transaction.id)
        if transaction.originalID != transaction.id { field(2, transaction.originalID) }
        field(3, transaction.productID)
        field(4, transaction.kind.rawValue, among: Spellings.productKinds)
        if transaction.quantity != 1 { field(5, signed: Int64(transaction.quantity)) }
        field(6, transaction.purchaseDate)
        if transaction.originalPurchaseDate != transaction.purchaseDate { field(7, transaction.originalPurchaseDate) }
        if let date = transaction.expirationDate { field(8, date) }
        if let date = transaction.revocationDate { field(9, date) }
        if let reason = transaction.revocationReason { field(10, signed: Int64(reason.rawValue)) }
        if transaction.isUpgraded { field(11, 1) }
        if transaction.ownership != .purchased {
            field(12, transaction.ownership.rawValue, among: Spellings.ownerships)
        }
        if let group = transaction.subscriptionGroupID { field(13, group) }
        if let account = transaction.accountToken { field(14, bytes: account.bytes) }
        if let offer = transaction.offer { message(15) { $0.fields(of: offer) } }
        if transaction.reason != .purchase { field(16, transaction.reason.rawValue, among: Spellings.reasons) }
        if let price = transaction.price { field(17, price.description) }
        if let currency = transaction.currency { field(18, currency) }
        if let storefront = transaction.storefront { field(19, storefront) }
        if transaction.environment != "Production" {
            field(20, transaction.environment, among: Spellings.environments)
        }
        if let item = transaction.webOrderLineItemID { field(21, item) }
        if let date = transaction.signedDate { field(22, date) }
        if let payload = transaction.signedPayload { field(23, payload) }
    }

    private mutating func fields(of offer: StoreTransaction.AppliedOffer) {
        field(1, signed: Int64(offer.kind.rawValue))
        if let id = offer.id { field(2, id) }
        if let mode = offer.paymentMode { field(3, mode.rawValue, among: Spellings.paymentModes) }
    }
}

extension StoreTransaction {
    init(_ reader: FieldReader) throws(FormatFault) {
        var fields = Fields(
            id: "", productID: "", kind: StoreProduct.Kind(rawValue: ""), purchaseDate: WallTime(milliseconds: 0))
        // Not by an initializer of the fields: one that may fail copies what it made once more.
        try fields.read(reader)
        self.init(fields)
    }
}

extension StoreTransaction.Fields {
    fileprivate mutating func read(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var hasOriginal = (id: false, date: false)
        while let (number, value) = try fields.next() {
            switch number {
            case 2: hasOriginal.id = true
            case 7: hasOriginal.date = true
            default: break
            }
            try set(number, value, fields)
        }
        if !hasOriginal.id { originalID = id }
        if !hasOriginal.date { originalPurchaseDate = purchaseDate }
    }

    private mutating func set(_ number: UInt64, _ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) {
        switch number {
        case 1: id = try fields.text(value)
        case 2: originalID = try fields.text(value)
        case 3: productID = try fields.text(value)
        case 4: kind = StoreProduct.Kind(rawValue: try fields.text(value, among: Spellings.productKinds))
        case 5: quantity = Int(truncatingIfNeeded: try fields.signed(value))
        case 6: purchaseDate = try fields.time(value)
        case 7: originalPurchaseDate = try fields.time(value)
        case 8: expirationDate = try fields.time(value)
        case 9: revocationDate = try fields.time(value)
        case 10: revocationReason = .init(rawValue: Int(truncatingIfNeeded: try fields.signed(value)))
        case 11: isUpgraded = try fields.number(value) == 1
        case 12: ownership = .init(rawValue: try fields.text(value, among: Spellings.ownerships))
        default: try setRarer(number, value, fields)
        }
    }

    private mutating func setRarer(_ number: UInt64, _ value: FieldReader.Value, _ fields: FieldReader)
        throws(FormatFault)
    {
        switch number {
        case 13: subscriptionGroupID = try fields.text(value)
        case 14: accountToken = try fields.uuid(value)
        case 15: offer = try StoreTransaction.AppliedOffer(fields.message(value))
        case 16: reason = .init(rawValue: try fields.text(value, among: Spellings.reasons))
        case 17: price = try fields.decimal(value)
        case 18: currency = try fields.text(value)
        case 19: storefront = try fields.text(value)
        case 20: environment = try fields.text(value, among: Spellings.environments)
        case 21: webOrderLineItemID = try fields.text(value)
        case 22: signedDate = try fields.time(value)
        case 23: signedPayload = try fields.text(value)
        default: break
        }
    }
}

extension StoreTransaction.AppliedOffer {
    fileprivate init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        self.init(kind: StoreOffer.Kind(rawValue: 0))
        while let (number, value) = try fields.next() {
            switch number {
            case 1: kind = StoreOffer.Kind(rawValue: Int(truncatingIfNeeded: try fields.signed(value)))
            case 2: id = try fields.text(value)
            case 3: paymentMode = .init(rawValue: try fields.text(value, among: Spellings.paymentModes))
            default: break
            }
        }
    }
}

extension FieldReader {
    fileprivate func decimal(_ value: Value) throws(FormatFault) -> Decimal {
        let text = try text(value)
        guard let decimal = text == "NaN" ? Decimal.nan : Decimal(string: text) else {
            throw FormatFault("a price is no number")
        }
        return decimal
    }
}
