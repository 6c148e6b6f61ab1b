// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct Transaction: Identifiable, Sendable {
    public let id: UInt64
    public package(set) var originalID: UInt64
    public package(set) var webOrderLineItemID: String?
    public let productID: String
    public package(set) var subscriptionGroupID: String?
    public package(set) var appBundleID = "com.example.app"
    public package(set) var purchaseDate: Date
    public package(set) var originalPurchaseDate: Date
    public package(set) var expirationDate: Date?
    public package(set) var purchasedQuantity = 1
    public package(set) var isUpgraded = false
    package var appliedOffer: Offer?
    @available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *)
    public var offer: Offer? { appliedOffer }
    public package(set) var revocationDate: Date?
    public package(set) var revocationReason: RevocationReason?
    public let productType: Product.ProductType
    public package(set) var appAccountToken: UUID?
    public package(set) var environment = AppStore.Environment.xcode
    public package(set) var reason = Reason.purchase
    public package(set) var storefront = Storefront(id: "143441", countryCode: "USA")
    public package(set) var price: Decimal?
    public package(set) var currency: Locale.Currency?
    // Empty where there is none.
    public package(set) var appTransactionID = ""
    public package(set) var ownershipType = OwnershipType.purchased
    public package(set) var signedDate: Date
    public package(set) var deviceVerification = Data([1])
    public package(set) var deviceVerificationNonce = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    public package(set) var jsonRepresentation = Data("{}".utf8)
    package var revocationTypeText: String?
    package var revocationPercent: Decimal?
    package var billingPlanText: String?
    package var commitment: (number: UInt64, of: UInt64, end: Date, price: Decimal)?
    package var bundleTexts: [String?] = [nil, nil, nil, nil]
    package var previousOriginalID: UInt64?
    package var hasCommerceInfo = false

    package init(id: UInt64, productID: String, productType: Product.ProductType, purchaseDate: Date, signedDate: Date)
    {
        self.id = id
        self.originalID = id
        self.productID = productID
        self.productType = productType
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = purchaseDate
        self.signedDate = signedDate
    }

    public func finish() async { await FakeStore.current.finish(id) }

    public var subscriptionStatus: Product.SubscriptionInfo.Status? {
        get async {
            guard let subscriptionGroupID else { return nil }
            return try? await FakeStore.current.statuses(ofGroup: subscriptionGroupID).first
        }
    }

    public struct Reason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let purchase = Reason(rawValue: "PURCHASE")
        public static let renewal = Reason(rawValue: "RENEWAL")
    }

    public struct RevocationReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let other = RevocationReason(rawValue: 0)
        public static let developerIssue = RevocationReason(rawValue: 1)
    }

    public struct OwnershipType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
    }

    public struct OfferType: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let introductory = OfferType(rawValue: 1)
        public static let promotional = OfferType(rawValue: 2)
        public static let code = OfferType(rawValue: 3)
    }

    public struct Offer: Hashable, Sendable {
        public struct PaymentMode: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
            public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
            public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
            #if !STOREKIT_18_4
                // iOS 17.2, back-deployed before 26.
                public static let oneTime = PaymentMode(rawValue: "ONE_TIME")
            #endif
        }

        public package(set) var id: String?
        public let type: OfferType
        public package(set) var paymentMode: PaymentMode?
        package var length: Product.SubscriptionPeriod?
        @available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
        public var period: Product.SubscriptionPeriod? { length }

        package init(type: OfferType) { self.type = type }
    }

    @available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
    public struct AdvancedCommerceInfo: Hashable, Sendable {
        public let requestReferenceID: String
        public let taxCode: String
    }

    @available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
    public var advancedCommerceInfo: AdvancedCommerceInfo? {
        hasCommerceInfo ? AdvancedCommerceInfo(requestReferenceID: "reference", taxCode: "C003") : nil
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension Transaction: Hashable {
    public static func == (lhs: Transaction, rhs: Transaction) -> Bool {
        lhs.id == rhs.id && lhs.signedDate == rhs.signedDate
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

#if STOREKIT_26_5 || STOREKIT_27
    extension Transaction {
        // iOS 15, back-deployed before 26.4.
        public var revocationPercentage: Decimal? { revocationPercent }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public struct RevocationType: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
            public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
            public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")
        }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public var revocationType: RevocationType? { revocationTypeText.map { RevocationType(rawValue: $0) } }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public var billingPlanType: Product.SubscriptionInfo.BillingPlanType? {
            billingPlanText.map { .init(rawValue: $0) }
        }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public struct CommitmentInfo: Hashable, Sendable {
            public let billingPeriodNumber: UInt64
            public let totalBillingPeriods: UInt64
            public let expirationDate: Date
            public let price: Decimal
        }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public var commitmentInfo: CommitmentInfo? {
            commitment.map {
                CommitmentInfo(
                    billingPeriodNumber: $0.number, totalBillingPeriods: $0.of, expirationDate: $0.end, price: $0.price)
            }
        }
    }
#endif

#if STOREKIT_27
    // iOS 15, back-deployed before 27.
    extension Transaction {
        public var bundleProductID: String? { bundleTexts[0] }
        public var bundleSubscriptionGroupID: String? { bundleTexts[1] }
        public var bundleTransactionID: String? { bundleTexts[2] }
        public var bundleOriginalTransactionID: String? { bundleTexts[3] }
        public var previousOriginalTransactionID: UInt64? { previousOriginalID }
    }
#endif
