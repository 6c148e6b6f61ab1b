/// An app's rules for subscriptions that the backend has not reported lately.
///
/// A missing connection alone revokes nothing: these rules end no purchase that is owned for good, and every report of
/// the backend counts.
public struct EntitlementPolicy: Sendable, Hashable {
    /// How long a subscription may still be used after its period while its renewal is not reported: 7 days.
    ///
    /// It applies only when the backend has not reported that the subscription has ended, that renewal is off, or that
    /// the payment failed. Zero or less switches it off.
    public var renewalGrace: Duration = .seconds(7 * 86_400)
    /// After how long without a report of the backend the entitlements are stale: 14 days; `nil` never.
    public var offlineLifetime: Duration? = .seconds(14 * 86_400)
    /// Whether subscriptions end when the entitlements are stale, until the backend reports again.
    ///
    /// By default nothing ends, and ``StoreEntitlements/isStale`` is true.
    public var endsWhenStale = false
    /// The longest time between two requests of what is owned, while there is a subscription: 28 days; `nil` never.
    ///
    /// The request is made after half of the shortest running period if that is earlier.
    public var revalidation: Duration? = .seconds(28 * 86_400)

    /// Makes the policy with all defaults.
    public init() {}

    /// The policy that adds nothing to the reports of the backend.
    public static var none: EntitlementPolicy {
        var policy = EntitlementPolicy()
        policy.renewalGrace = .zero
        (policy.offlineLifetime, policy.revalidation) = (nil, nil)
        return policy
    }
}

/// The values of a policy at one moment, for computing the state of a subscription.
package struct EntitlementTerms: Sendable, Hashable {
    /// How long a period counts after its end while its renewal is not reported; `nil` not at all.
    var renewalGrace: Duration?
    /// When all subscriptions end, because the backend has not reported for too long; `nil` never.
    var end: Timestamp?
    /// The latest date that the App Store has signed, confirmed or not: purchases up to then have begun.
    var signed: Timestamp?
    /// The periods that run at any date; `nil` for none, because each read would count the reference to an empty list.
    var bought: [JustBought]?

    /// The terms that add nothing to the reports of the backend.
    package static let none = EntitlementTerms()
}

extension EntitlementPolicy {
    /// The time at which the entitlements become stale, by the last report of the backend.
    func staleTime(lastReport: Timestamp?) -> Timestamp? {
        guard let lastReport, let offlineLifetime else { return nil }
        return lastReport.advanced(by: max(.zero, offlineLifetime))
    }

    /// The values of the policy at one moment.
    func terms(lastReport: Timestamp?, signed: Timestamp? = nil, bought: [JustBought]? = nil) -> EntitlementTerms {
        EntitlementTerms(
            renewalGrace: renewalGrace > .zero ? renewalGrace : nil,
            end: endsWhenStale ? staleTime(lastReport: lastReport) : nil, signed: signed, bought: bought)
    }
}
