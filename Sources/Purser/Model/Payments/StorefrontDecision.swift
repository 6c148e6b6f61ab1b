/// The app's decision whether a purchase goes on after the customer's storefront has changed meanwhile.
///
/// It belongs to one call and is never recorded: a request that is read from the ledger or decoded goes on in every storefront, as
/// one without a decision does. Two decisions are equal when they are the same object.
public final class StorefrontDecision: Sendable {
    private let decide: @Sendable (StoreStorefront) -> Bool

    /// A decision.
    ///
    /// - Parameter decide: whether the purchase goes on in a storefront. It has to return at once: StoreKit waits about a second.
    public init(_ decide: @escaping @Sendable (StoreStorefront) -> Bool) { self.decide = decide }

    /// Whether the purchase goes on in this storefront.
    public func continues(in storefront: StoreStorefront) -> Bool { decide(storefront) }
}

extension StorefrontDecision: Hashable {
    /// The same object.
    public static func == (lhs: StorefrontDecision, rhs: StorefrontDecision) -> Bool { lhs === rhs }

    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension StorefrontDecision: Codable {
    /// A decision that always goes on: what the app decided was not recorded.
    public convenience init(from decoder: any Decoder) throws { self.init { _ in true } }

    /// Writes an empty object.
    public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoKeys.self) }

    private enum NoKeys: CodingKey {}
}
