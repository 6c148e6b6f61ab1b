import Purser

/// A past phase of a subscription.
struct PassedPhase: Sendable, Hashable, Codable {
    /// The state, as the App Store's number.
    let state: Int
    /// Its start.
    let start: Timestamp
    /// Its end.
    let end: Timestamp

    init(_ state: StoreSubscriptionStatus.RenewalState, _ start: Timestamp, _ end: Timestamp) {
        self.state = state.rawValue
        self.start = start
        self.end = max(start, end)
    }
}

/// The phase of a subscription, with the values of that phase.
enum SubscriptionPhase: Sendable, Hashable, Codable {
    /// The current period is paid; at its end the subscription renews, fails to renew, or ends.
    case active
    /// The renewal failed, the customer keeps the subscription until `until`, and payments are retried until
    /// `retryUntil`, which is not earlier.
    case grace(until: Timestamp, retryUntil: Timestamp)
    /// The renewal failed, the customer has lost the subscription, and payments are retried until `until`.
    case retry(until: Timestamp)
    /// It has ended, with the App Store's number of the reason; a new purchase continues the subscription.
    case expired(Int)
    /// Its current period was revoked; a new purchase continues the subscription, and so does the next renewal if
    /// renewal is still on.
    case revoked

    /// It has ended for this reason.
    static func expired(for reason: StoreRenewalInfo.ExpirationReason) -> SubscriptionPhase {
        .expired(reason.rawValue)
    }

    /// Whether the customer is entitled to the subscription.
    var isEntitled: Bool {
        switch self {
        case .active, .grace: true
        case .retry, .expired, .revoked: false
        }
    }

    /// Whether it is neither active nor in billing retry.
    var isOver: Bool {
        switch self {
        case .active, .grace, .retry: false
        case .expired, .revoked: true
        }
    }

    /// Whether payments are retried.
    var isInRetry: Bool {
        switch self {
        case .grace, .retry: true
        case .active, .expired, .revoked: false
        }
    }

    /// The state in the App Store's terms.
    var state: StoreSubscriptionStatus.RenewalState {
        switch self {
        case .active: .subscribed
        case .grace: .inGracePeriod
        case .retry: .inBillingRetryPeriod
        case .expired: .expired
        case .revoked: .revoked
        }
    }
}
