// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension Product {
    public struct SubscriptionPeriod: Hashable, Sendable {
        public enum Unit: Hashable, Sendable {
            case day
            case week
            case month
            case year
        }

        public let unit: Unit
        public let value: Int

        package init(_ value: Int, _ unit: Unit) { (self.value, self.unit) = (value, unit) }
    }

    public struct SubscriptionOffer: Hashable, Sendable {
        public struct OfferType: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let introductory = OfferType(rawValue: "Introductory")
            public static let promotional = OfferType(rawValue: "Promotional")
            @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
            public static let winBack = OfferType(rawValue: "WinBack")
        }

        public struct PaymentMode: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")
            public static let payUpFront = PaymentMode(rawValue: "PayUpFront")
            public static let freeTrial = PaymentMode(rawValue: "FreeTrial")
        }

        @available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
        public struct Signature: Hashable, Sendable {
            public var keyID: String
            public var nonce: UUID
            public var timestamp: Int
            public var signature: Data
            public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
                (self.keyID, self.nonce, self.timestamp, self.signature) = (keyID, nonce, timestamp, signature)
            }
        }

        public package(set) var id: String?
        public let type: OfferType
        public let price: Decimal
        public package(set) var displayPrice = ""
        public let period: SubscriptionPeriod
        public package(set) var periodCount = 1
        public let paymentMode: PaymentMode

        package init(
            id: String?, type: OfferType, price: Decimal, period: SubscriptionPeriod, paymentMode: PaymentMode
        ) {
            (self.id, self.type, self.price, self.period, self.paymentMode) = (id, type, price, period, paymentMode)
        }
    }

    public struct SubscriptionInfo: Hashable, Sendable {
        public package(set) var introductoryOffer: SubscriptionOffer?
        public package(set) var promotionalOffers: [SubscriptionOffer] = []
        package var lapsedOffers: [SubscriptionOffer] = []
        @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
        public var winBackOffers: [SubscriptionOffer] { lapsedOffers }
        public let subscriptionGroupID: String
        public let subscriptionPeriod: SubscriptionPeriod
        // iOS 16.4, back-deployed before 17.
        public package(set) var groupLevel = 1
        public package(set) var groupDisplayName = ""
        package var seatTiers: [SeatTier] = []
        package struct SeatTier: Hashable, Sendable {
            package var first: Int
            package var last: Int?
            package var price: Decimal
            package var displayPrice: String
            package init(first: Int, last: Int?, price: Decimal, displayPrice: String) {
                (self.first, self.last, self.price, self.displayPrice) = (first, last, price, displayPrice)
            }
        }

        package init(subscriptionGroupID: String, subscriptionPeriod: SubscriptionPeriod) {
            self.subscriptionGroupID = subscriptionGroupID
            self.subscriptionPeriod = subscriptionPeriod
        }

        public var isEligibleForIntroOffer: Bool {
            get async { await Self.isEligibleForIntroOffer(for: subscriptionGroupID) }
        }

        public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
            await FakeStore.current.allTransactions().allSatisfy { $0.payload.subscriptionGroupID != groupID }
        }

        public var status: [Status] {
            get async throws { try await Self.status(for: subscriptionGroupID) }
        }

        public static func status(for groupID: String) async throws -> [Status] {
            try await FakeStore.current.statuses(ofGroup: groupID)
        }

        @available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
        public static func status(transactionID: UInt64) async throws -> Status? {
            for result in await FakeStore.current.allTransactions() where result.payload.id == transactionID {
                guard let group = result.payload.subscriptionGroupID else { return nil }
                return try await status(for: group).first
            }
            return nil
        }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension Product.SubscriptionPeriod.Unit: Comparable {}

#if STOREKIT_26_5 || STOREKIT_27
    extension Product.SubscriptionInfo {
        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public struct BillingPlanType: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public static let monthly = BillingPlanType(rawValue: "MONTHLY")
            public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
        }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public struct CommitmentInfo: Hashable, Sendable {
            public let price: Decimal
            public let displayPrice: String
            public let period: Product.SubscriptionPeriod
        }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public struct PricingTerms: Hashable, Sendable {
            public let billingPrice: Decimal
            public let billingDisplayPrice: String
            public let billingPeriod: Product.SubscriptionPeriod
            public let billingPlanType: BillingPlanType
            public let commitmentInfo: CommitmentInfo
            public let subscriptionOffers: [Product.SubscriptionOffer]
            package var seatTiers: [Product.SubscriptionInfo.SeatTier] = []
        }

        @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
        public var pricingTerms: [PricingTerms] {
            guard let tier = seatTiers.first else { return [] }
            let commitment = CommitmentInfo(
                price: tier.price, displayPrice: tier.displayPrice, period: subscriptionPeriod)
            return [
                PricingTerms(
                    billingPrice: tier.price, billingDisplayPrice: tier.displayPrice, billingPeriod: subscriptionPeriod,
                    billingPlanType: .upFront, commitmentInfo: commitment, subscriptionOffers: [], seatTiers: seatTiers)
            ]
        }
    }
#endif

#if STOREKIT_27_3
    // Multi-seat purchases, written from Apple's documentation pages alone: no interface of this SDK was read, and only what the
    // adapters name stands here.
    @available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *)
    extension Product {
        public var supportsMultiSeatPurchase: Bool { subscription?.seatTiers.isEmpty == false }
    }

    @available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *)
    extension Product.SubscriptionInfo {
        public struct BillingInfo: Hashable, Sendable {
            public let price: Decimal
            public let displayPrice: String
        }
    }

    @available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *)
    extension Product.SubscriptionInfo.PricingTerms {
        public enum PricingModel: Hashable, Sendable {
            case singlePrice(Product.SubscriptionInfo.BillingInfo)
            case seatBased(SeatBasedPricing)
        }

        public struct SeatBasedPricing: Hashable, Sendable {
            public struct PriceTier: Hashable, Sendable {
                public let minimumSeats: Int
                public let maximumSeats: Int?
                public let billingInfo: Product.SubscriptionInfo.BillingInfo
            }

            public let priceTiers: [PriceTier]
        }

        public var pricingModel: PricingModel {
            guard !seatTiers.isEmpty else {
                return .singlePrice(.init(price: billingPrice, displayPrice: billingDisplayPrice))
            }
            let tiers = seatTiers.map {
                SeatBasedPricing.PriceTier(
                    minimumSeats: $0.first, maximumSeats: $0.last,
                    billingInfo: .init(price: $0.price, displayPrice: $0.displayPrice))
            }
            return .seatBased(SeatBasedPricing(priceTiers: tiers))
        }
    }
#endif
