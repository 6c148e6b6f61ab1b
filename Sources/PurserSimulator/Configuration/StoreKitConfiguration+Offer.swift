package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension StoreKitConfiguration {
    /// An offer of a subscription, as in the file.
    package struct Offer: Sendable, Hashable {
        /// The type of offer, from its list.
        package var type: StoreOffer.OfferType
        /// The identifier for purchases: the offer's id, the reference name of an offer code, or `nil` for an
        /// introductory offer.
        package var id: String?
        /// The file's own id of the entry.
        package var internalID: String?
        /// The developer's name for it.
        package var referenceName: String?
        /// The payment mode.
        package var paymentMode: StoreOffer.PaymentMode
        /// The price of one period, or of the whole offer when paid up front; zero when free.
        package var price: Decimal
        /// The length of one period when paid as you go, otherwise of the whole offer.
        package var period: SubscriptionPeriod
        /// The number of periods of the offer.
        package var periodCount: Int
        /// The customers who may redeem an offer code; empty for other offers.
        package var eligibility: Set<OfferTerms.Eligibility>
        /// Whether an offer code may be combined with the introductory offer.
        package var isStackable: Bool
        /// Whether the test customer counts as eligible for a win-back offer.
        package var isEligible: Bool
        /// The billing plan of the offer; `nil` before version 5.0.
        package var billingPlan: BillingPlan.Kind?
    }

    /// A way to pay for a subscription, from version 5.0 on.
    package struct BillingPlan: Sendable, Hashable {
        /// Up front, or monthly with a commitment.
        package var kind: Kind
        /// The price of one payment.
        package var price: Decimal
        /// The price of the whole commitment.
        package var commitmentPrice: Decimal
        /// The file's own id of the entry.
        package var internalID: String?
        /// Whether it is offered.
        package var isEnabled: Bool

        /// Kinds of billing plans; unknown ones are kept.
        package struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
            /// The spelling of the file.
            package var rawValue: String
            /// A kind by its spelling.
            package init(rawValue: String) { self.rawValue = rawValue }
            /// The raw value.
            package var description: String { rawValue }
            /// A whole period is paid at its start.
            package static let billedUpFront = Kind(rawValue: "BILLED_UPFRONT")
            /// A commitment of twelve months that is paid month by month.
            package static let monthly = Kind(rawValue: "MONTHLY")
        }
    }
}

extension StoreKitConfiguration.Offer {
    /// The offer in the library's model.
    package var storeOffer: StoreOffer {
        StoreOffer(
            type: type, id: id, paymentMode: paymentMode, price: price, period: period, periodCount: periodCount)
    }
}
