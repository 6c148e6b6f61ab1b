// Usual values are omitted.
extension FieldWriter {
    /// Writes a transaction, with its signed form and device verification if `isSigned`.
    ///
    /// It does not take its fields, because a copy of them would cost a reference count for each text.
    mutating func message(_ number: UInt64, _ transaction: StoreTransaction, isSigned: Bool = true) {
        message(number) { $0.fields(of: transaction, isSigned) }
    }

    private mutating func fields(of transaction: StoreTransaction, _ isSigned: Bool) {
        field(1, transaction.id)
        if transaction.originalID != transaction.id { field(2, transaction.originalID) }
        field(3, transaction.productID)
        transaction.productType.write(4, to: &self)
        if transaction.purchasedQuantity != 1 { field(5, signed: Int64(transaction.purchasedQuantity)) }
        field(6, transaction.purchaseTime)
        if transaction.originalPurchaseTime != transaction.purchaseTime { field(7, transaction.originalPurchaseTime) }
        if let date = transaction.expirationTime { field(8, date) }
        if let date = transaction.revocationTime { field(9, date) }
        if let reason = transaction.revocationReason { reason.write(10, to: &self) }
        if transaction.isUpgraded { field(11, 1) }
        if transaction.ownershipType != .purchased { transaction.ownershipType.write(12, to: &self) }
        if let group = transaction.subscriptionGroupID { field(13, group) }
        if let account = transaction.appAccountToken { account.write(14, to: &self) }
        if let offer = transaction.offer {
            message(15, offer, transaction.particularsBox?.particulars.laterFields.inside(15) ?? LaterFields())
        }
        if transaction.reason != .purchase { transaction.reason.write(16, to: &self) }
        if let price = transaction.price { price.write(17, to: &self) }
        if let currencyCode = transaction.currencyCode { field(18, currencyCode) }
        if let storefrontCountryCode = transaction.storefrontCountryCode { field(19, storefrontCountryCode) }
        if transaction.environment != .unknown { transaction.environment.write(20, to: &self) }
        if let item = transaction.webOrderLineItemID { field(21, item) }
        if let date = transaction.signedTime { field(22, date) }
        if isSigned, let payload = transaction.jwsRepresentation { field(23, payload) }
        if let id = transaction.appTransactionID { field(24, id) }
        if let storefront = transaction.storefrontID { field(25, storefront) }
        if let bundle = transaction.appBundleID { field(26, bundle) }
        if var rare = transaction.particularsBox?.particulars {
            if !isSigned { rare.deviceVerification = nil }
            fields(of: rare, rare.laterFields)
        }
    }
}

extension StoreTransaction.Fields {
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
        case 1: id = try .read(value, fields)
        case 2: originalID = try .read(value, fields)
        case 3: productID = try .read(value, fields)
        case 4: productType = try .read(value, fields)
        case 5: purchasedQuantity = try .read(value, fields)
        case 6: purchaseTime = try .read(value, fields)
        case 7: originalPurchaseTime = try .read(value, fields)
        case 8: expirationTime = try .read(value, fields)
        case 9: revocationTime = try .read(value, fields)
        case 10: revocationReason = try .read(value, fields)
        case 11: isUpgraded = try .read(value, fields)
        case 12: ownershipType = try .read(value, fields)
        default: try setRarer(number, value, fields)
        }
    }

    private mutating func setRarer(_ number: UInt64, _ value: FieldReader.Value, _ fields: FieldReader)
        throws(FormatFault)
    {
        switch number {
        case 13: subscriptionGroupID = try .read(value, fields)
        case 14: appAccountToken = try .read(value, fields)
        case 16: reason = try .read(value, fields)
        case 17: price = try .read(value, fields)
        case 18: currencyCode = try .read(value, fields)
        case 19: storefrontCountryCode = try .read(value, fields)
        case 20: environment = try .read(value, fields)
        case 21: webOrderLineItemID = try .read(value, fields)
        case 22: signedTime = try .read(value, fields)
        case 23: jwsRepresentation = try .read(value, fields)
        case 24: appTransactionID = try .read(value, fields)
        case 25: storefrontID = try .read(value, fields)
        case 26: appBundleID = try .read(value, fields)
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
}
