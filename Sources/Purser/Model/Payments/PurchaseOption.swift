#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An option of one purchase, as in StoreKit 2; quantity and account are parameters of the purchase itself.
///
/// Options are part of the request, and so are in the ledger before the backend is called. A backend applies those that
/// its platform supports.
public struct PurchaseOption: Sendable, Hashable, Codable {
    /// The kind of option and its values; a backend switches over it.
    public enum Value: Sendable, Hashable, Codable {
        /// A promotional offer, and the proof that the customer may have it.
        case promotionalOffer(id: String, proof: OfferProof?)
        /// A win-back offer.
        case winBackOffer(id: String)
        /// Whether the customer may have the introductory offer, as the app's server signed it.
        case introductoryOfferEligibility(compactJWS: String)
        /// How a subscription with a commitment is billed.
        case billingPlanType(StoreProduct.BillingPlanType)
        /// Whether the sandbox requires approval.
        case simulatesAskToBuyInSandbox(Bool)
        /// A value of the app's own, or of a platform newer than this library.
        case custom(key: String, value: CustomValue)
        /// An offer of any other type.
        case offer(id: String, type: StoreOffer.OfferType)
        /// How many seats a subscription has after the purchase.
        case seats(Int)
        /// Whether the purchase continues when the storefront changes meanwhile.
        case onStorefrontChange(StorefrontDecision)
    }

    /// The proof that a customer may have a promotional offer.
    public enum OfferProof: Sendable, Hashable, Codable {
        /// The app's server signed it as a compact JWS.
        case compactJWS(String)
        /// The app's server signed its values, in the older format.
        case signature(StoreOffer.Signature)
    }

    /// A value of a custom option.
    public enum CustomValue: Sendable, Hashable, Codable {
        /// A text.
        case string(String)
        /// A number.
        case double(Double)
        /// Yes or no.
        case bool(Bool)
        /// Bytes.
        case data(Data)
    }

    /// The kind of option and its values.
    public let value: Value

    /// Makes an option with this value.
    public init(_ value: Value) { self.value = value }
}

extension PurchaseOption {
    /// A promotional offer that the app's server signed as a compact JWS.
    public static func promotionalOffer(_ id: String, compactJWS: String) -> Self {
        Self(.promotionalOffer(id: id, proof: .compactJWS(compactJWS)))
    }

    /// A promotional offer that the app's server signed in the older format.
    public static func promotionalOffer(_ id: String, signature: StoreOffer.Signature) -> Self {
        Self(.promotionalOffer(id: id, proof: .signature(signature)))
    }

    /// A promotional offer without a signature, which only a test backend accepts.
    public static func promotionalOffer(_ id: String) -> Self { Self(.promotionalOffer(id: id, proof: nil)) }

    /// A win-back offer.
    public static func winBackOffer(_ id: String) -> Self { Self(.winBackOffer(id: id)) }

    /// The eligibility for the introductory offer, as the app's server signed it.
    public static func introductoryOfferEligibility(compactJWS: String) -> Self {
        Self(.introductoryOfferEligibility(compactJWS: compactJWS))
    }

    /// How a subscription with a commitment is billed.
    public static func billingPlanType(_ type: StoreProduct.BillingPlanType) -> Self { Self(.billingPlanType(type)) }

    /// A subscription for several people: how many seats it has in all after the purchase.
    ///
    /// To add seats to a running subscription, pass the new total, not the number of added seats: it must be more than
    /// there are. The customer reduces the seats in the subscription settings, from the next period on. The `quantity`
    /// of the purchase stays 1. The product must have ``StoreProduct/SubscriptionInfo/seatPriceTiers``, and StoreKit 2
    /// of Xcode 27.3 or later is required.
    ///
    /// - Parameter total: from 1 to ``PaymentRequest/maximumSeats``.
    public static func seats(_ total: Int) -> Self { Self(.seats(total)) }

    /// Whether the sandbox requires approval (Ask to Buy).
    public static func simulatesAskToBuyInSandbox(_ simulates: Bool) -> Self {
        Self(.simulatesAskToBuyInSandbox(simulates))
    }

    /// Lets the app decide whether the purchase continues when the customer's storefront changes during it.
    ///
    /// Without this option the purchase continues. When the app stops it, the purchase fails with
    /// `.storeProductNotAvailable` or `.notAvailableInStorefront`, and nothing is charged. The option is not recorded:
    /// a payment of an earlier launch continues. StoreKit 2 and the embedded App Store support it; StoreKit 1 rejects
    /// it.
    ///
    /// - Parameter shouldContinuePurchase: whether to continue in the new storefront. It has to return at once.
    public static func onStorefrontChange(
        shouldContinuePurchase: @escaping @Sendable (StoreStorefront) -> Bool
    ) -> Self { Self(.onStorefrontChange(StorefrontDecision(shouldContinuePurchase))) }

    /// A text under a key of the platform or the app.
    public static func custom(key: String, value: String) -> Self { Self(.custom(key: key, value: .string(value))) }
    /// A number under a key of the platform or the app.
    public static func custom(key: String, value: Double) -> Self { Self(.custom(key: key, value: .double(value))) }
    /// Yes or no under a key of the platform or the app.
    public static func custom(key: String, value: Bool) -> Self { Self(.custom(key: key, value: .bool(value))) }
    /// Bytes under a key of the platform or the app.
    public static func custom(key: String, value: Data) -> Self { Self(.custom(key: key, value: .data(value))) }
}

extension Set<PurchaseOption> {
    /// The requested total number of seats; `nil` when no option has a number.
    package var seats: Int? {
        for case .seats(let total) in lazy.map(\.value) { return total }
        return nil
    }

    /// The decision about a change of the storefront; `nil` without the option.
    package var storefrontDecision: StorefrontDecision? {
        for case .onStorefrontChange(let decision) in lazy.map(\.value) { return decision }
        return nil
    }
}
