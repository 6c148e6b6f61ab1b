public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreKitConfiguration {
    /// An offer of a subscription as the file describes it.
    public struct Offer: Sendable, Hashable {
        /// The kind of offer, by the list that it is in.
        public var type: StoreOffer.OfferType
        /// What a purchase names it by: the offer's id, for offer codes the reference name, none for introductory ones.
        public var id: String?
        /// The file's own id of the entry.
        public var internalID: String?
        /// A name for the developer's eyes.
        public var referenceName: String?
        /// How it is paid.
        public var paymentMode: StoreOffer.PaymentMode
        /// The price of one period, or of the whole offer when paid up front; zero when free.
        public var price: Decimal
        /// The length of one period when paid as you go, otherwise of the whole offer.
        public var period: SubscriptionPeriod
        /// How many periods the offer lasts.
        public var periodCount: Int
        /// Who may redeem an offer code; empty for other offers.
        public var eligibility: Set<OfferTerms.Eligibility>
        /// Whether an offer code may be combined with the introductory offer.
        public var isStackable: Bool
        /// Whether the test customer counts as eligible for a win-back offer.
        public var isEligible: Bool
        /// The billing plan that the offer belongs to; `nil` before version 5.0.
        public var billingPlan: BillingPlan.Kind?
    }

    /// A way to pay for a subscription, from version 5.0 on.
    public struct BillingPlan: Sendable, Hashable {
        /// Up front, or monthly with a commitment.
        public var kind: Kind
        /// The price of one payment.
        public var price: Decimal
        /// The price of the whole commitment.
        public var commitmentPrice: Decimal
        /// The file's own id of the entry.
        public var internalID: String?
        /// Whether it is offered.
        public var isEnabled: Bool

        /// Kinds of billing plans; unknown ones are kept.
        public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
            /// The spelling of the file.
            public var rawValue: String
            /// A kind by its spelling.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// The raw value.
            public var description: String { rawValue }
            /// A whole period is paid at its start.
            public static let billedUpFront = Kind(rawValue: "BILLED_UPFRONT")
            /// A commitment of twelve months that is paid month by month.
            public static let monthly = Kind(rawValue: "MONTHLY")
        }
    }
}

extension StoreKitConfiguration.Offer {
    /// The offer as the library knows it.
    public var storeOffer: StoreOffer {
        StoreOffer(
            type: type, id: id, paymentMode: paymentMode, price: price, period: period, periodCount: periodCount)
    }
}
