/// The app's own list of its products, which needs no request to the backend.
///
/// A list comes from code, from a property list, or from JSON: an array of identifiers or a product list of Bazaar.
public struct ProductList: Sendable, Hashable, CustomStringConvertible {
    /// The products in the list's order; discounted copies and variants follow their entry.
    public var entries: [Entry]

    /// Mistakes of the file that the list was read from, in the order in which they were found.
    public var diagnostics: [FileDiagnostic] = []

    /// Makes a list of entries.
    public init(entries: [Entry]) { self.entries = entries }

    /// Makes a list of products with only their identifiers.
    public init(_ ids: some Sequence<String>) { entries = ids.map { Entry(id: $0) } }

    /// Makes a list of products with only their identifiers.
    public init(_ ids: String...) { self.init(ids) }

    /// The identifiers in the list's order.
    public var ids: [String] { entries.map(\.id) }

    /// The identifiers of the products that are sold.
    ///
    /// Products for subscribers only are not among them.
    public var purchasableIDs: [String] { entries.filter { !$0.isSubscribersOnly }.map(\.id) }

    /// The entry with this identifier.
    public subscript(id: String) -> Entry? { entries.first { $0.id == id } }

    /// The identifier of a product's variant for a price tier, or the product itself when there is none.
    public func id(of base: String, tier: String) -> String {
        let variant = base + Entry.variantMark + tier
        return entries.contains { $0.id == variant } ? variant : base
    }

    /// The discounted copies of a product, in the list's order, without their variants.
    public func discounts(of id: String) -> [Entry] {
        entries.filter { $0.fullPriceProductID == id && $0.baseID == $0.id }
    }

    /// One product of a list.
    public struct Entry: Sendable, Hashable, Identifiable {
        /// The product's identifier.
        public var id: String
        /// The type of product; `nil` when the list does not have it.
        public var type: StoreProduct.ProductType?
        /// The subscription group as the list names it; `nil` when there is none or the list does not have it.
        public var subscriptionGroup: String?
        /// The level of service in the group: 1, the first of the list, is the highest.
        ///
        /// `nil` when the list does not have it.
        public var groupLevel: Int?
        /// Whether it is never sold but free for customers whose subscription enables it.
        public var isSubscribersOnly = false
        /// Whether all customers have it from the start.
        public var isPreAcquired = false
        /// Whether subscribers have it without acquiring it first.
        public var isPreAcquiredViaSubscription = false
        /// The endings of the identifiers of its variants (price tiers).
        public var variants: [String] = []
        /// The identifiers of its copies at a lower price.
        public var discountedProducts: [String] = []
        /// The identifier of the product that this one is a discount of.
        public var fullPriceProductID: String?
        /// The beginnings of the identifiers of the products that it enables; for a subscription, `nil` means all
        /// products.
        public var enablesProducts: [String]?
        /// The source of its content; `nil` when it has none, or none that can be fetched.
        public var content: ContentDescriptor?
        /// The fault in the source of its content; `nil` when there is none.
        ///
        /// A product with a fault has content that cannot be fetched: no purchase of it is granted until the list is
        /// mended.
        public var contentFault: String?

        /// Makes an entry.
        public init(
            id: String, type: StoreProduct.ProductType? = nil, subscriptionGroup: String? = nil, groupLevel: Int? = nil
        ) {
            self.id = id
            self.type = type
            self.subscriptionGroup = subscriptionGroup
            self.groupLevel = groupLevel
        }

        /// What stands between the identifier of a product and the tier of its variant.
        package static let variantMark = ".Variant."

        /// The identifier of the product that this one is a variant of; its own when it is none.
        public var baseID: String { Self.baseID(of: id) }

        static func baseID(of id: String) -> String {
            var parts = id.split(separator: ".", omittingEmptySubsequences: false)
            guard let index = parts.firstIndex(of: "Variant"), index > 0, index < parts.count - 1 else { return id }
            parts.removeSubrange(index...)
            return parts.joined(separator: ".")
        }

        /// Whether it is another product at a lower price.
        public var isDiscount: Bool { fullPriceProductID != nil }

        var isSubscription: Bool { type == .autoRenewable || type == .nonRenewable }
    }

    /// The products in the list; for a long list only the first ones.
    public var description: String { entries.isEmpty ? "no products" : Wording.list(ids) }
}
