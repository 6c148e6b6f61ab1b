/// What an app decides about subscriptions of which the store has not reported lately.
///
/// Being away takes nothing by itself: nothing here ends what was bought for good, and what a store tells always counts.
public struct EntitlementPolicy: Sendable, Hashable {
    /// For how long a subscription may still be used after its period when the store has not reported what came of the renewal:
    /// 7 days.
    ///
    /// It applies only where the store reported neither that the subscription has ended, nor that renewal is off, nor that it could
    /// not be paid. Zero or less: not at all.
    public var renewalGrace: Duration = .seconds(7 * 86_400)
    /// After how long without a word from the store an answer is stale: 14 days; `nil` never.
    public var offlineLifetime: Duration? = .seconds(14 * 86_400)
    /// Whether subscriptions end when the answer is stale, until the store is heard again.
    ///
    /// By default ``StoreEntitlements/isStale`` says so, and nothing ends.
    public var endsWhenStale = false
    /// The longest time after which the store is asked again what is owned, where there is a subscription: 28 days; `nil` never.
    ///
    /// It is asked after half of the shortest running period where that comes first.
    public var revalidation: Duration? = .seconds(28 * 86_400)

    /// The policy with all defaults.
    public init() {}

    /// The policy that adds nothing to what the store reported.
    public static var none: EntitlementPolicy {
        var policy = EntitlementPolicy()
        policy.renewalGrace = .zero
        (policy.offlineLifetime, policy.revalidation) = (nil, nil)
        return policy
    }
}

/// What a policy comes to, at one moment, for whoever works out where a subscription stands.
package struct EntitlementTerms: Sendable, Hashable {
    /// For how long a period counts on when nothing was reported of the renewal; `nil` not at all.
    var renewalGrace: Duration?
    /// When all subscriptions end, because the store was not heard for too long; `nil` never.
    var end: Timestamp?
    /// The latest date that the store has signed, confirmed or not: what was bought by then has begun.
    var signed: Timestamp?

    /// The terms that add nothing to what the store reported.
    package static let none = EntitlementTerms()
}

extension EntitlementPolicy {
    /// When an answer is stale, given when the store was last heard.
    func staleTime(heard: Timestamp?) -> Timestamp? {
        guard let heard, let offlineLifetime else { return nil }
        return heard.advanced(by: max(.zero, offlineLifetime))
    }

    /// What it comes to.
    func terms(heard: Timestamp?, signed: Timestamp? = nil) -> EntitlementTerms {
        EntitlementTerms(
            renewalGrace: renewalGrace > .zero ? renewalGrace : nil,
            end: endsWhenStale ? staleTime(heard: heard) : nil, signed: signed)
    }
}
