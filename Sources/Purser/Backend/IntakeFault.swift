#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A violation of ``IntakeLimits`` by an event or a request, as text.
package struct IntakeFault: Sendable, Hashable, CustomStringConvertible {
    /// The fault, such as `the product identifier has 300 bytes; 1 to 255 are allowed`.
    package let description: String

    /// Makes a fault with this text.
    package init(_ description: String) { self.description = description }

    /// The fault of an identifier; `nil` when there is none.
    package static func of(identifier text: String, _ name: StaticString) -> IntakeFault? {
        let bytes = text.utf8.count
        if bytes <= IntakeLimits.identifierBytes, text.isVisibleASCII { return nil }
        guard text.utf8.contains(where: { $0 > 0x20 }) else { return IntakeFault("the \(name) is empty") }
        guard bytes <= IntakeLimits.identifierBytes else {
            return IntakeFault("the \(name) has \(bytes) bytes; 1 to \(IntakeLimits.identifierBytes) are allowed")
        }
        return text.hasControlCharacters ? IntakeFault("the \(name) has control characters") : nil
    }

    /// The fault of a text, if there is a text; `nil` when there is none.
    package static func of(_ text: String?, _ name: StaticString, limit: Int = IntakeLimits.textBytes)
        -> IntakeFault?
    {
        guard let bytes = text?.utf8.count, bytes > limit else { return nil }
        return IntakeFault("the \(name) has \(bytes) bytes; at most \(limit) are allowed")
    }

    /// The fault of a date, if there is a date; `nil` when there is none.
    package static func of(_ time: Timestamp?, _ name: StaticString) -> IntakeFault? {
        guard let time, !IntakeLimits.milliseconds.contains(time.milliseconds) else { return nil }
        return IntakeFault("the \(name) is not between the years 1 and 9999")
    }

    /// The fault of a list of identifiers; `nil` when there is none.
    package static func of(_ identifiers: [String], _ name: StaticString) -> IntakeFault? {
        guard identifiers.count <= IntakeLimits.listedIdentifiers else {
            return IntakeFault(
                "there are \(identifiers.count) \(name); at most \(IntakeLimits.listedIdentifiers) are allowed")
        }
        for identifier in identifiers {
            if let fault = of(identifier: identifier, "identifier") { return IntakeFault("\(name): \(fault)") }
        }
        return nil
    }

    /// A transaction's first violation of the limits; `nil` when there is none.
    package static func of(_ transaction: StoreTransaction) -> IntakeFault? {
        if let fault = of(identifier: transaction.id, "transaction identifier") { return fault }
        if let fault = of(identifier: transaction.productID, "product identifier") { return fault }
        // Nearly always the same text.
        if transaction.originalID != transaction.id,
            let fault = of(identifier: transaction.originalID, "original identifier")
        {
            return fault
        }
        guard (1...IntakeLimits.quantity).contains(transaction.purchasedQuantity) else {
            return IntakeFault(
                "the quantity is \(transaction.purchasedQuantity); 1 to \(IntakeLimits.quantity) are allowed")
        }
        if let fault = of(transaction.jwsRepresentation, "signed form", limit: IntakeLimits.signedFormBytes) {
            return fault
        }
        return inDates(of: transaction) ?? inTexts(of: transaction) ?? inOtherIdentifiers(of: transaction)
            ?? transaction.particularsBox?.particulars.fault
    }

    private static func inDates(of transaction: StoreTransaction) -> IntakeFault? {
        of(transaction.purchaseTime, "purchase date")
            ?? of(transaction.originalPurchaseTime, "original purchase date")
            ?? of(transaction.expirationTime, "expiration date")
            ?? of(transaction.revocationTime, "revocation date")
            ?? of(transaction.signedTime, "signed date")
    }

    private static func inTexts(of transaction: StoreTransaction) -> IntakeFault? {
        of(transaction.productType.rawValue, "product type")
            ?? of(transaction.ownershipType.rawValue, "ownership")
            ?? of(transaction.reason.rawValue, "reason")
            ?? of(transaction.environment.rawValue, "environment")
            ?? of(transaction.currencyCode, "currency")
            ?? of(transaction.storefrontCountryCode, "storefront")
    }

    private static func inOtherIdentifiers(of transaction: StoreTransaction) -> IntakeFault? {
        let limit = IntakeLimits.identifierBytes
        return of(transaction.subscriptionGroupID, "group identifier", limit: limit)
            ?? of(transaction.webOrderLineItemID, "line item", limit: limit)
            ?? of(transaction.storefrontID, "storefront identifier", limit: limit)
            ?? of(transaction.appTransactionID, "app transaction identifier", limit: limit)
            ?? of(transaction.appBundleID, "bundle identifier", limit: limit)
            ?? transaction.offer?.fault
    }
}

extension String {
    /// Whether there is a character that is invisible and may break lines.
    package var hasControlCharacters: Bool {
        let found = utf8.withContiguousStorageIfAvailable { bytes in bytes.contains { $0 < 0x20 || $0 == 0x7F } }
        return found ?? utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}

extension StoreTransaction.Offer {
    fileprivate var fault: IntakeFault? {
        IntakeFault.of(id, "offer identifier", limit: IntakeLimits.identifierBytes)
            ?? IntakeFault.of(paymentMode?.rawValue, "payment mode")
    }
}

extension TransactionParticulars {
    fileprivate var fault: IntakeFault? {
        faultInNumbers ?? faultInTexts ?? bundle?.fault ?? multiSeatInfo?.fault
            ?? IntakeFault.of(commitmentInfo?.expirationTime, "end of the commitment")
    }

    private var faultInNumbers: IntakeFault? {
        if let part = revocationThousandths, !(0...100_000).contains(part) {
            return IntakeFault("the refunded part is \(Decimal(part) / 1_000) percent; 0 to 100 are allowed")
        }
        if let bytes = deviceVerification?.hash.count, bytes > IntakeLimits.textBytes {
            return IntakeFault(
                "the device's hash has \(bytes) bytes; at most \(IntakeLimits.textBytes) are allowed")
        }
        return nil
    }

    private var faultInTexts: IntakeFault? {
        IntakeFault.of(revocationType?.rawValue, "revocation type")
            ?? IntakeFault.of(billingPlanType?.rawValue, "billing plan")
            ?? IntakeFault.of(additionalTransactionReason?.rawValue, "additional reason")
            ?? IntakeFault.of(
                previousOriginalTransactionID, "earlier original identifier", limit: IntakeLimits.identifierBytes)
            ?? IntakeFault.of(advancedCommerceInfo, "advanced commerce's JSON", limit: IntakeLimits.rawFieldBytes)
            ?? IntakeFault.of(unknownFields, "JSON of unknown fields", limit: IntakeLimits.rawFieldBytes)
    }
}

extension StoreTransaction.Bundle {
    fileprivate var fault: IntakeFault? {
        let limit = IntakeLimits.identifierBytes
        return IntakeFault.of(productID, "bundle's product", limit: limit)
            ?? IntakeFault.of(subscriptionGroupID, "bundle's group", limit: limit)
            ?? IntakeFault.of(transactionID, "bundle's transaction", limit: limit)
            ?? IntakeFault.of(originalTransactionID, "bundle's original transaction", limit: limit)
    }
}

extension StoreTransaction.MultiSeatInfo {
    var fault: IntakeFault? {
        if let revoked = revokedSeatQuantity, !(0...IntakeLimits.quantity).contains(revoked) {
            return IntakeFault("\(revoked) seats are revoked; 0 to \(IntakeLimits.quantity) are allowed")
        }
        return IntakeFault.of(invitationManagement.rawValue, "invitation management")
            ?? priceTiers.fault
    }
}

extension [StoreTransaction.MultiSeatInfo.PriceTier] {
    var fault: IntakeFault? {
        guard count <= IntakeLimits.priceTiers else {
            return IntakeFault("there are \(count) price tiers; at most \(IntakeLimits.priceTiers) are allowed")
        }
        return map(\.quantity).first { !(0...IntakeLimits.quantity).contains($0) }.map {
            IntakeFault("the price tiers have \($0) seats; 0 to \(IntakeLimits.quantity) are allowed")
        }
    }
}
