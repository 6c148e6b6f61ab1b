public import Purser

/// Names an offer: two products may have offers of one name, and so may one product, of different types.
public struct OfferName: Sendable, Hashable {
    /// The product that has it.
    public var productID: String
    /// The type of offer.
    public var type: StoreOffer.OfferType
    /// Its identifier; `nil` for an introductory offer.
    public var id: String?

    /// The name of an offer.
    public init(productID: String, type: StoreOffer.OfferType, id: String?) {
        self.productID = productID
        self.type = type
        self.id = id
    }
}

/// Who may have an offer; by default everybody whom its type allows.
public struct OfferTerms: Sendable, Hashable {
    /// Who may redeem an offer code; empty for everybody.
    public var eligibility: Set<Eligibility>
    /// Whether a new customer gets the introductory offer first, and the code's offer after it.
    public var isStackable: Bool
    /// Whether this customer may have it at all.
    public var isEligible: Bool

    /// Terms; without arguments those of an offer of which nothing is said.
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
