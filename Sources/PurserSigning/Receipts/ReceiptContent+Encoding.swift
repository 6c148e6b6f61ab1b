#if Verification
    import Crypto
    import Purser
    import PurserSimulator

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    extension ReceiptContent {
        private typealias Field = (type: Int, value: [UInt8])

        /// The signed content: the fields of the app, then a row for each transaction.
        ///
        /// - Parameters:
        ///   - deviceID: the device that the receipt is for.
        ///   - opaque: further bytes of the hash.
        func payload(deviceID: Data, opaque: Data) -> [UInt8] {
            let bundle = DERWriter.utf8(app.bundleID)
            var function = Insecure.SHA1()
            function.update(data: deviceID)
            function.update(data: opaque)
            function.update(data: bundle)
            let fields: [Field] = [
                (0, DERWriter.utf8(receiptType)), (1, DERWriter.integer(app.appID ?? 0)), (2, bundle),
                (3, DERWriter.utf8(app.version)), (4, Array(opaque)), (5, Array(function.finalize())),
                (12, DERWriter.date(creationDate)), (18, DERWriter.date(originalPurchaseDate)),
                (19, DERWriter.utf8(app.originalVersion)), (21, DERWriter.ia5(nil)),
            ]
            let rows: [Field] = transactions.map { (17, Self.set($0.receiptFields)) }
            return Self.set(fields + rows)
        }

        private var receiptType: String {
            environment == .sandbox ? "ProductionSandbox" : environment.rawValue
        }

        private static func set(_ fields: [(type: Int, value: [UInt8])]) -> [UInt8] {
            DERWriter.set(
                fields.flatMap {
                    DERWriter.sequence(
                        DERWriter.integer($0.type) + DERWriter.integer(1) + DERWriter.octets($0.value))
                })
        }
    }

    extension StoreTransaction {
        /// The fields of the transaction's row.
        fileprivate var receiptFields: [(type: Int, value: [UInt8])] {
            let isTrial = offer?.type == .introductory && offer?.paymentMode == .freeTrial
            var fields: [(type: Int, value: [UInt8])] = [
                (1701, DERWriter.integer(purchasedQuantity)), (1702, DERWriter.utf8(productID)),
                (1703, DERWriter.utf8(id)), (1704, DERWriter.date(purchaseDate)), (1705, DERWriter.utf8(originalID)),
                (1706, DERWriter.date(originalPurchaseDate)), (1708, DERWriter.date(expirationDate)),
                (1711, DERWriter.integer(webOrderLineItemID.flatMap { Int64($0) } ?? 0)),
                (1712, DERWriter.date(revocationDate)), (1713, DERWriter.integer(isTrial ? 1 : 0)),
                (1719, DERWriter.integer(offer?.type == .introductory && !isTrial ? 1 : 0)),
            ]
            if let number = productType.receiptNumber { fields.append((1707, DERWriter.integer(number))) }
            if offer?.type == .promotional, let id = offer?.id { fields.append((1721, DERWriter.utf8(id))) }
            return fields
        }
    }

    extension StoreProduct.ProductType {
        /// The number of the product type in receipts.
        fileprivate var receiptNumber: Int? {
            switch self {
            case .nonConsumable: 0
            case .consumable: 1
            case .nonRenewable: 2
            case .autoRenewable: 3
            default: nil
            }
        }
    }
#endif
