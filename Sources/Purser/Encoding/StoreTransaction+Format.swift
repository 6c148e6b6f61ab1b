// Usual values are omitted.
extension FieldWriter {
    /// Writes a transaction, and not its fields, because a copy of the fields would cost a reference count for each
    /// text.
    ///
    /// - Parameter isSigned: whether to write its signed form, and the device verification that belongs to it.
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

extension StoreTransaction.Fields: FieldCoded {
    /// The fields of no transaction.
    static var blank: Self { Self(id: "", productID: "", productType: .unknown, purchaseTime: .zero) }

    /// Reads the fields below 27; see ``FieldWriter`` for writing them.
    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &id)
        fields.field(2, &originalID)
        fields.field(3, &productID)
        fields.field(4, &productType)
        fields.field(5, &purchasedQuantity)
        fields.field(6, &purchaseTime)
        fields.field(7, &originalPurchaseTime)
        fields.field(8, &expirationTime)
        fields.field(9, &revocationTime)
        fields.field(10, &revocationReason)
        fields.field(11, &isUpgraded)
        fields.field(12, &ownershipType)
        fields.field(13, &subscriptionGroupID)
        fields.field(14, &appAccountToken)
        fields.message(15, &offer)
        fields.field(16, &reason)
        fields.field(17, &price)
        fields.field(18, &currencyCode)
        fields.field(19, &storefrontCountryCode)
        fields.field(20, &environment)
        fields.field(21, &webOrderLineItemID)
        fields.field(22, &signedTime)
        fields.field(23, &jwsRepresentation)
        fields.field(24, &appTransactionID)
        fields.field(25, &storefrontID)
        fields.field(26, &appBundleID)
    }

    fileprivate mutating func read(_ reader: FieldReader) throws(FormatFault) {
        let missing = Timestamp(milliseconds: .min)
        originalPurchaseTime = missing
        let rest = try FieldCoder.read(&self, reader)
        if originalID.isEmpty { originalID = id }
        if originalPurchaseTime == missing { originalPurchaseTime = purchaseTime }
        guard !rest.isEmpty else { return }
        var rare = TransactionParticulars()
        rare.laterFields = try FieldCoder.read(&rare, reader)
        rare.laterFields.add(15, 0, inside: rest.inside(15))
        particulars = rare
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
