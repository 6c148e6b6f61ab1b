public import Purser

/// The name of an offer: two products may have offers with one identifier, and one product may have it in different
/// types.
public struct OfferName: Sendable, Hashable {
    /// The product with this offer.
    public var productID: String
    /// The type of offer.
    public var type: StoreOffer.OfferType
    /// Its identifier; `nil` for an introductory offer.
    public var id: String?

    /// Makes a name.
    public init(productID: String, type: StoreOffer.OfferType, id: String?) {
        self.productID = productID
        self.type = type
        self.id = id
    }
}

/// The eligibility for an offer; by default all customers whom its type allows.
public struct OfferTerms: Sendable, Hashable {
    /// The customers who may redeem an offer code; empty for all.
    public var eligibility: Set<Eligibility>
    /// Whether a new customer gets the introductory offer first, then the code's offer.
    public var isStackable: Bool
    /// Whether this customer is eligible at all.
    public var isEligible: Bool

    /// Makes terms; the defaults restrict nothing.
    public init(
        eligibility: Set<Eligibility> = [], isStackable: Bool = false,
        isEligible: Bool = true
    ) {
        self.eligibility = eligibility
        self.isStackable = isStackable
        self.isEligible = isEligible
    }
}

extension OfferTerms {
    /// Customers who may redeem an offer code.
    public struct Eligibility: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The spelling of the file.
        public var rawValue: String
        /// Customers by the file's spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Customers who never subscribed in the group.
        public static let new = Self(rawValue: "new")
        /// Customers who are subscribed now.
        public static let existing = Self(rawValue: "existing")
        /// Customers whose subscription is over.
        public static let expired = Self(rawValue: "expired")
    }
}
