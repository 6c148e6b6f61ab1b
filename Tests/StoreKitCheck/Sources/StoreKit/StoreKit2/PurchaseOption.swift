// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension Product {
    public struct PurchaseOption: Hashable, Sendable {
        package enum Value: Hashable, Sendable {
            case appAccountToken(UUID)
            case quantity(Int)
            case simulatesAskToBuy(Bool)
            case onStorefrontChange(StorefrontQuestion)
            case string(String, String)
            case number(String, Double)
            case bool(String, Bool)
            case data(String, Data)
            case introductoryOffer(jws: String)
            case promotionalOffer(id: String, proof: String)
            case winBackOffer(id: String)
            case billingPlan(String)
            case seats(Int)
        }

        package let value: Value
        package init(_ value: Value) { self.value = value }

        /// The app's closure, equal to itself alone.
        package final class StorefrontQuestion: Hashable, Sendable {
            package let shouldContinue: @Sendable (Storefront) -> Bool

            init(_ shouldContinue: @escaping @Sendable (Storefront) -> Bool) { self.shouldContinue = shouldContinue }

            package static func == (lhs: StorefrontQuestion, rhs: StorefrontQuestion) -> Bool { lhs === rhs }

            package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }

        public static func appAccountToken(_ token: UUID) -> PurchaseOption { .init(.appAccountToken(token)) }
        public static func quantity(_ quantity: Int) -> PurchaseOption { .init(.quantity(quantity)) }
        public static func simulatesAskToBuyInSandbox(_ simulates: Bool) -> PurchaseOption {
            .init(.simulatesAskToBuy(simulates))
        }
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> PurchaseOption { .init(.onStorefrontChange(StorefrontQuestion(shouldContinuePurchase))) }
        public static func custom(key: String, value: String) -> PurchaseOption { .init(.string(key, value)) }
        public static func custom(key: String, value: Double) -> PurchaseOption { .init(.number(key, value)) }
        public static func custom(key: String, value: Bool) -> PurchaseOption { .init(.bool(key, value)) }
        public static func custom(key: String, value: Data) -> PurchaseOption { .init(.data(key, value)) }

        @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
        public static func winBackOffer(_ offer: SubscriptionOffer) -> PurchaseOption {
            .init(.winBackOffer(id: offer.id ?? ""))
        }

        public static func introductoryOfferEligibility(compactJWS: String) -> PurchaseOption {
            .init(.introductoryOffer(jws: compactJWS))
        }

        #if !STOREKIT_18_4
            // iOS 15, back-deployed before 26. An array, as the platform declares it.
            public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [PurchaseOption] {
                [.init(.promotionalOffer(id: offerID, proof: compactJWS))]
            }
        #endif

        @available(iOS, introduced: 15.0, deprecated: 26.0)
        @available(macOS, introduced: 12.0, deprecated: 26.0)
        public static func promotionalOffer(
            offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
        ) -> PurchaseOption { .init(.promotionalOffer(id: offerID, proof: keyID)) }

        #if STOREKIT_26_5 || STOREKIT_27
            @available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *)
            public static func billingPlanType(_ type: SubscriptionInfo.BillingPlanType) -> PurchaseOption {
                .init(.billingPlan(type.rawValue))
            }
        #endif

        #if STOREKIT_27_3
            // Written from Apple's documentation page alone (back-deployed before iOS 27.3); no interface was read.
            public static func seats(_ targetSeatQuantity: Int) -> PurchaseOption { .init(.seats(targetSeatQuantity)) }
        #endif
    }
}
