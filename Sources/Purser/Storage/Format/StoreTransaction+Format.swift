#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Usual values are omitted.
extension FieldWriter {
    /// Writes a transaction, and not its fields, because a copy of the fields would cost a reference count for each
    /// text.
    mutating func message(_ number: UInt64, _ transaction: StoreTransaction) {
        message(number) { $0.fields(of: transaction) }
    }

    private mutating func fields(of transaction: StoreTransaction) {
        field(1, transaction.id)
        if transaction.originalID != transaction.id { field(2, transaction.originalID) }
        field(3, transaction.productID)
        field(4, transaction.productType.rawValue, among: Spellings.productKinds)
        if transaction.purchasedQuantity != 1 { field(5, signed: Int64(transaction.purchasedQuantity)) }
        field(6, transaction.purchaseTime)
        if transaction.originalPurchaseTime != transaction.purchaseTime { field(7, transaction.originalPurchaseTime) }
        if let date = transaction.expirationTime { field(8, date) }
        if let date = transaction.revocationTime { field(9, date) }
        if let reason = transaction.revocationReason { field(10, signed: Int64(reason.rawValue)) }
        if transaction.isUpgraded { field(11, 1) }
        if transaction.ownershipType != .purchased {
            field(12, transaction.ownershipType.rawValue, among: Spellings.ownerships)
        }
        if let group = transaction.subscriptionGroupID { field(13, group) }
        if let account = transaction.appAccountToken { field(14, bytes: account.bytes) }
        if let offer = transaction.offer {
            message(15, offer, transaction.particularsBox?.particulars.laterFields.inside(15) ?? LaterFields())
        }
        if transaction.reason != .purchase { field(16, transaction.reason.rawValue, among: Spellings.reasons) }
        if let price = transaction.price { field(17, price.description) }
        if let currencyCode = transaction.currencyCode { field(18, currencyCode) }
        if let storefrontCountryCode = transaction.storefrontCountryCode { field(19, storefrontCountryCode) }
        if transaction.environment != .unknown {
            field(20, transaction.environment.rawValue, among: Spellings.environments)
        }
        if let item = transaction.webOrderLineItemID { field(21, item) }
        if let date = transaction.signedTime { field(22, date) }
        if let payload = transaction.jwsRepresentation { field(23, payload) }
        if let id = transaction.appTransactionID { field(24, id) }
        if let storefront = transaction.storefrontID { field(25, storefront) }
        if let bundle = transaction.appBundleID { field(26, bundle) }
        if let rare = transaction.particularsBox?.particulars { fields(of: rare, rare.laterFields) }
    }
}

extension StoreTransaction.Fields {
    /// The fields of no transaction.
    static var blank: Self { Self(id: "", productID: "", productType: .unknown, purchaseTime: .zero) }

    fileprivate mutating func read(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var hasOriginal = (id: false, date: false)
        var isRare = false
        var offerLater = LaterFields()
        while let (number, value) = try fields.next() {
            switch number {
            case 2: hasOriginal.id = true
            case 7: hasOriginal.date = true
            case 15:
                var offer = StoreTransaction.Offer.blank
                offerLater = try FieldCoder.read(&offer, fields.message(value))
                self.offer = offer
            case 27...: isRare = true
            default: break
            }
            try set(number, value, fields)
        }
        if !hasOriginal.id { originalID = id }
        if !hasOriginal.date { originalPurchaseTime = purchaseTime }
        if isRare || !offerLater.isEmpty {
            var rare = TransactionParticulars()
            rare.laterFields = try FieldCoder.read(&rare, reader)
            rare.laterFields.add(15, 0, inside: offerLater)
            particulars = rare
        }
    }

    private mutating func set(_ number: UInt64, _ value: FieldReader.Value, _ fields: FieldReader) throws(FormatFault) {
        switch number {
        case 1: id = try fields.text(value)
        case 2: originalID = try fields.text(value)
        case 3: productID = try fields.text(value)
        case 4: productType = StoreProduct.ProductType(rawValue: try fields.text(value, among: Spellings.productKinds))
        case 5: purchasedQuantity = Int(truncatingIfNeeded: try fields.signed(value))
        case 6: purchaseTime = try fields.time(value)
        case 7: originalPurchaseTime = try fields.time(value)
        case 8: expirationTime = try fields.time(value)
        case 9: revocationTime = try fields.time(value)
        case 10: revocationReason = .init(rawValue: Int(truncatingIfNeeded: try fields.signed(value)))
        case 11: isUpgraded = try fields.number(value) == 1
        case 12: ownershipType = .init(rawValue: try fields.text(value, among: Spellings.ownerships))
        default: try setRarer(number, value, fields)
        }
    }

    private mutating func setRarer(_ number: UInt64, _ value: FieldReader.Value, _ fields: FieldReader)
        throws(FormatFault)
    {
        switch number {
        case 13: subscriptionGroupID = try fields.text(value)
        case 14: appAccountToken = try fields.uuid(value)
        case 16: reason = .init(rawValue: try fields.text(value, among: Spellings.reasons))
        case 17: price = try fields.decimal(value)
        case 18: currencyCode = try fields.text(value)
        case 19: storefrontCountryCode = try fields.text(value)
        case 20: environment = .init(rawValue: try fields.text(value, among: Spellings.environments))
        case 21: webOrderLineItemID = try fields.text(value)
        case 22: signedTime = try fields.time(value)
        case 23: jwsRepresentation = try fields.text(value)
        case 24: appTransactionID = try fields.text(value)
        case 25: storefrontID = try fields.text(value)
        case 26: appBundleID = try fields.text(value)
        default: break
        }
    }
}

extension FieldReader {
    func transaction(_ message: FieldReader) throws(FormatFault) -> StoreTransaction {
        var fields = StoreTransaction.Fields.blank
        // Not by an initializer of the fields: a failable one copies its result once more.
        try fields.read(message)
        return StoreTransaction(consume fields)
    }

    func transaction(at number: UInt64) throws(FormatFault) -> StoreTransaction? {
        guard let message = try message(at: number) else { return nil }
        return try transaction(message)
    }

    func decimal(_ value: Value) throws(FormatFault) -> Decimal {
        let text = try text(value)
        guard let decimal = text == "NaN" ? Decimal.nan : Decimal(string: text) else {
            throw FormatFault("a price is no number")
        }
        return decimal
    }
}
