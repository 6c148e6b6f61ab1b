import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ReceiptContainer {
    /// The receipt inside, decoded.
    func receipt() throws(SignedDataFailure) -> AppReceipt {
        do throws(BERMistake) {
            var fields = try ReceiptFields(payload)
            return try fields.receipt()
        } catch {
            throw error.error("The receipt's content is not readable")
        }
    }
}

/// The fields of a receipt or of one of its rows: a set of numbers, versions and values.
private struct ReceiptFields {
    private var fields: BERCursor
    private var seen: Set<Int64> = []

    /// The most rows that a receipt may have.
    static let maximumRows = 100_000
    /// The most fields that a receipt, without its rows, or a row may have; the App Store writes some twenty.
    static let maximumFields = 256
    private var count = 0

    init(_ bytes: [UInt8]) throws(BERMistake) {
        var cursor = BERCursor(BERReader(bytes: bytes), 0..<bytes.count, depth: 0)
        fields = try cursor.inside(BERReader.Tag.set, "set of fields")
        try cursor.finish()
    }

    /// A field, and a reader of its value.
    private mutating func next() throws(BERMistake) -> (type: Int64, version: Int64, value: [UInt8])? {
        guard !fields.isAtEnd else { return nil }
        var field = try fields.inside(BERReader.Tag.sequence, "field")
        let type = try field.integer("field's number")
        let version = try field.integer("field's version")
        let value = try field.octets("field's value")
        try field.finish()
        return (type, version, value)
    }

    /// Counts a field.
    private mutating func limited() throws(BERMistake) {
        count += 1
        guard count <= Self.maximumFields else {
            throw fields.reader.limit("there are more than \(Self.maximumFields) fields", fields.position)
        }
    }

    /// Records a field that must not be repeated: two programs could read different ones.
    private mutating func once(_ type: Int64) throws(BERMistake) {
        guard seen.insert(type).inserted else {
            throw fields.reader.mistake("the field \(type) occurs twice", fields.position)
        }
    }

    mutating func receipt() throws(BERMistake) -> AppReceipt {
        var receipt = AppReceipt()
        while let (type, version, value) = try next() {
            if type == 17 {
                guard receipt.purchases.count < Self.maximumRows else {
                    throw fields.reader.limit("there are more than \(Self.maximumRows) rows", fields.position)
                }
                var row = try ReceiptFields(value)
                receipt.purchases.append(try row.purchase())
                continue
            }
            try limited()
            if try Self.take(type, value, into: &receipt) {
                try once(type)
            } else {
                receipt.otherFields.append(.init(type: type, version: version, value: Data(value)))
            }
        }
        return receipt
    }

    private static func take(
        _ type: Int64, _ value: [UInt8], into receipt: inout AppReceipt
    ) throws(BERMistake) -> Bool {
        let value = ReceiptValue(value)
        switch type {
        case 0: receipt.receiptType = try value.text()
        case 1: receipt.appID = try value.integer()
        case 2:
            receipt.bundleID = try value.text()
            receipt.bundleIDField = Data(value.bytes)
        case 3: receipt.appVersion = try value.text()
        case 4: receipt.opaqueValue = Data(value.bytes)
        case 5: receipt.hash = Data(value.bytes)
        case 12: receipt.creationDate = try value.date()
        case 18: receipt.originalPurchaseDate = try value.date()
        case 19: receipt.originalAppVersion = try value.text()
        case 21: receipt.expirationDate = try value.date()
        default: return false
        }
        return true
    }

    mutating func purchase() throws(BERMistake) -> AppReceipt.Purchase {
        var purchase = AppReceipt.Purchase()
        while let (type, version, value) = try next() {
            try limited()
            if try Self.take(type, value, into: &purchase) {
                try once(type)
            } else {
                purchase.otherFields.append(.init(type: type, version: version, value: Data(value)))
            }
        }
        return purchase
    }

    private static func take(
        _ type: Int64, _ value: [UInt8], into purchase: inout AppReceipt.Purchase
    ) throws(BERMistake) -> Bool {
        let value = ReceiptValue(value)
        switch type {
        case 1701: purchase.quantity = try value.integer()
        case 1702: purchase.productID = try value.text()
        case 1703: purchase.transactionID = try value.text()
        case 1704: purchase.purchaseDate = try value.date()
        case 1705: purchase.originalTransactionID = try value.text()
        case 1706: purchase.originalPurchaseDate = try value.date()
        case 1707: purchase.productTypeNumber = try value.integer()
        case 1708: purchase.expirationDate = try value.date()
        case 1711: purchase.webOrderLineItemID = try value.integer()
        case 1712: purchase.cancellationDate = try value.date()
        case 1713: purchase.isTrialPeriod = try value.integer().map { $0 != 0 }
        case 1719: purchase.isInIntroOfferPeriod = try value.integer().map { $0 != 0 }
        case 1721: purchase.promotionalOfferID = try value.text()
        default: return false
        }
        return true
    }
}
