/// The app's decision whether a purchase continues after the customer's storefront has changed.
///
/// It belongs to one call and is never recorded: a request that is read from the ledger or decoded continues in every
/// storefront, as one without a decision does. Two decisions are equal when they are the same object.
public final class StorefrontDecision: Sendable {
    private let decide: @Sendable (StoreStorefront) -> Bool

    /// Makes a decision.
    ///
    /// - Parameter decide: whether the purchase continues in a storefront. It has to return at once: StoreKit waits
    ///   about a second.
    public init(_ decide: @escaping @Sendable (StoreStorefront) -> Bool) { self.decide = decide }

    /// Whether the purchase continues in this storefront.
    public func continues(in storefront: StoreStorefront) -> Bool { decide(storefront) }
}

extension StorefrontDecision: Hashable, Codable {
    /// Equal when they are the same object.
    public static func == (lhs: StorefrontDecision, rhs: StorefrontDecision) -> Bool { lhs === rhs }

    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Makes a decision that always continues, because the app's decision is not recorded.
    public convenience init(from decoder: any Decoder) throws { self.init { _ in true } }

    /// Writes an empty object.
    public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoKeys.self) }

    private enum NoKeys: CodingKey {}
}
