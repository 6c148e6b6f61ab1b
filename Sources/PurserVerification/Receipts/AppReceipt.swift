public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An app's local receipt, decoded and not verified.
///
/// Its rows are in any order. It counts only after a verifier has checked it, with the trait `Verification`. Dates that the
/// App Store leaves empty are `nil`.
public struct AppReceipt: Sendable, Hashable {
    /// The environment in the App Store's spelling, such as `ProductionSandbox` or `ProductionVPP`.
    package internal(set) var receiptType: String?
    /// The app's number in the App Store.
    package internal(set) var appID: Int64?
    /// The app's bundle identifier.
    public internal(set) var bundleID: String?
    /// The version of the app.
    public internal(set) var appVersion: String?
    /// The random part of the hash, besides the device and the app.
    package internal(set) var opaqueValue: Data?
    /// The hash that binds the receipt to a device (SHA-1).
    package internal(set) var hash: Data?
    /// When the App Store signed it.
    public internal(set) var creationDate: Date?
    /// When the customer got the app first.
    public internal(set) var originalPurchaseDate: Date?
    /// The first version of the app that the customer got.
    public internal(set) var originalAppVersion: String?
    /// When the receipt of a volume purchase expires.
    package internal(set) var expirationDate: Date?
    /// The purchases in the app.
    public internal(set) var purchases: [Purchase] = []
    /// All other fields, in their order.
    package internal(set) var otherFields: [Field] = []
    /// The bundle identifier as it is encoded, which went into the hash.
    var bundleIDField: Data?

    /// A field without a property in this version.
    package struct Field: Sendable, Hashable {
        /// The field's number.
        package let type: Int64
        /// The version of its form.
        package let version: Int64
        /// Its bytes.
        package let value: Data
    }

    /// The environment, in the spelling of signed transactions; unknown spellings are kept.
    public var environment: StoreEnvironment? {
        switch receiptType {
        case nil: nil
        case "Production", "ProductionVPP": .production
        case "ProductionSandbox", "ProductionVPPSandbox": .sandbox
        case let other?: StoreEnvironment(rawValue: other)
        }
    }

    /// Decodes a receipt, binary or in Base64.
    ///
    /// Memory stays within a few times the receipt's size, which is at most 16 MiB.
    ///
    /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/malformed``, ``SignedDataFailure/Code/tooLarge``, or
    ///   ``SignedDataFailure/Code/deprecatedForm`` for a ``TransactionReceipt``.
    public init(_ data: Data) throws(SignedDataFailure) {
        self = try ReceiptContainer(data).receipt()
    }

    init() {}
}

extension AppReceipt {
    /// A row of a receipt: a purchase, a renewal or a restored purchase.
    public struct Purchase: Sendable, Hashable {
        /// The quantity.
        public internal(set) var quantity: Int64?
        /// The product.
        public internal(set) var productID: String?
        /// The transaction's identifier.
        public internal(set) var transactionID: String?
        /// The identifier of the subscription's first transaction; missing in Xcode.
        public internal(set) var originalTransactionID: String?
        /// When it was bought.
        public internal(set) var purchaseDate: Date?
        /// When the subscription's first transaction was bought; in a sandbox it may be later than ``purchaseDate``.
        public internal(set) var originalPurchaseDate: Date?
        /// The App Store's number of the product type: 0 non-consumable, 1 consumable, 2 non-renewing, 3 renewing.
        package internal(set) var productTypeNumber: Int64?
        /// When the subscription period ends.
        public internal(set) var expirationDate: Date?
        /// Identifies the subscription period across devices.
        package internal(set) var webOrderLineItemID: Int64?
        /// When the App Store revoked it.
        public internal(set) var cancellationDate: Date?
        /// Whether it is a free trial.
        package internal(set) var isTrialPeriod: Bool?
        /// Whether it is at an introductory price.
        package internal(set) var isInIntroOfferPeriod: Bool?
        /// The promotional offer.
        package internal(set) var promotionalOfferID: String?
        /// All other fields, in their order.
        package internal(set) var otherFields: [Field] = []

        init() {}

        /// The type of product; `nil` if it is missing, or its number is unknown to this version.
        public var productType: StoreProduct.ProductType? {
            switch productTypeNumber {
            case 0: .nonConsumable
            case 1: .consumable
            case 2: .nonRenewable
            case 3: .autoRenewable
            default: nil
            }
        }
    }
}
