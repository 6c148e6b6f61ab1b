package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension StoreKitConfiguration {
    /// A product, as in the file.
    package struct Product: Sendable, Hashable, Identifiable {
        /// The product's identifier, unique in the file.
        package var id: String
        /// The type of product.
        package var type: StoreProduct.ProductType
        /// The price in the storefront's currency, exact as written.
        package var price: Decimal
        /// Whether it is family shareable.
        package var isFamilyShareable: Bool
        /// The file's own id of the entry: 8 hex digits, or App Store Connect's number.
        package var internalID: String?
        /// The developer's name for it.
        package var referenceName: String?
        /// Names and descriptions by language.
        package var localizations: [Localization]
        /// The fields of an auto-renewable subscription; `nil` for other products.
        package var subscription: Subscription?
    }

    /// A name and a description in one language.
    package struct Localization: Sendable, Hashable {
        /// The language, such as `en_US`, `ar` or `zh_Hans`.
        package var locale: String
        /// The name; may be empty.
        package var displayName: String
        /// The description; may be empty.
        package var description: String
    }

    /// The fields of an auto-renewable subscription.
    package struct Subscription: Sendable, Hashable {
        /// Its subscription group.
        package var subscriptionGroupID: String
        /// The level of service: 1 is the highest, equal numbers are the same level.
        package var groupLevel: Int
        /// The length of one period.
        package var subscriptionPeriod: SubscriptionPeriod
        /// Offers for new customers: at most one per billing plan.
        package var introductoryOffers: [Offer]
        /// Offers for current and lapsed subscribers that the app's server signs.
        package var promotionalOffers: [Offer]
        /// Offers that are redeemed by a code.
        package var codeOffers: [Offer]
        /// Offers for lapsed subscribers.
        package var winBackOffers: [Offer]
        /// The ways to pay, from version 5.0 on; empty in older files.
        package var billingPlans: [BillingPlan]

        /// The prices of one seat, by the number of seats, the lowest number first; empty if no seats are sold.
        ///
        /// The key is Purser's own, because Xcode's key for seats is not known.
        package var seatPriceTiers: [SeatPriceTier] = []
        /// The party that invites the members of a subscription with seats; `nil` if the file does not set it.
        package var seatInvitationManagement: StoreTransaction.MultiSeatInfo.InvitationManagement?

        /// All offers: introductory, promotional, code, win-back.
        package var offers: [Offer] { introductoryOffers + promotionalOffers + codeOffers + winBackOffers }
    }

    /// The price of one seat in a range of seats.
    package struct SeatPriceTier: Sendable, Hashable {
        /// The first seat of the range.
        package var minimumSeats: Int
        /// The last seat of the range; `nil` in the last one, which has no end.
        package var maximumSeats: Int?
        /// The price of one seat.
        package var price: Decimal
    }

    /// A group of subscriptions, of which a customer has one at a time.
    package struct SubscriptionGroup: Sendable, Hashable, Identifiable {
        /// The group's identifier.
        package var id: String
        /// The group's name.
        package var name: String
        /// Names by language; usually empty.
        package var localizations: [Localization]
        /// The group's subscriptions, in the file's order.
        package var subscriptions: [Product]
    }
}

extension StoreKitConfiguration.Product: CustomStringConvertible {
    /// The product in one line, such as `com.example.seeds (0.99, Consumable)`.
    package var description: String { "\(id) (\(price), \(type))" }
}

extension StoreKitConfiguration.Product {
    /// The localization for a locale: an exact match, otherwise the same language and script, otherwise the same
    /// language, otherwise English, otherwise the first one.
    package func localization(for locale: String) -> StoreKitConfiguration.Localization? {
        func key(_ locale: String) -> String { String(locale.lowercased().map { $0 == "-" ? "_" : $0 }) }
        func language(_ locale: String) -> Substring { key(locale).prefix { $0 != "_" }[...] }
        // Chinese and Serbian are written in two scripts, which a locale names or its region implies.
        func script(_ locale: String) -> String {
            let parts = key(locale).split(separator: "_").map(String.init)
            if let named = parts.dropFirst().first(where: { $0.count == 4 && $0.allSatisfy(\.isLetter) }) {
                return named
            }
            switch parts.first {
            case "zh": return parts.contains { ["tw", "hk", "mo"].contains($0) } ? "hant" : "hans"
            case "sr": return parts.contains("me") ? "latn" : "cyrl"
            default: return ""
            }
        }
        return localizations.first { key($0.locale) == key(locale) }
            ?? localizations.first { language($0.locale) == language(locale) && script($0.locale) == script(locale) }
            ?? localizations.first { language($0.locale) == language(locale) }
            ?? localizations.first { language($0.locale) == "en" }
            ?? localizations.first
    }
}
