import Purser

/// A phase of a subscription that is over.
struct PassedPhase: Sendable, Hashable, Codable {
    /// The state, by the App Store's number.
    let state: Int
    /// When it began.
    let start: Timestamp
    /// When another one began.
    let end: Timestamp

    init(_ state: StoreSubscriptionStatus.RenewalState, _ start: Timestamp, _ end: Timestamp) {
        self.state = state.rawValue
        self.start = start
        self.end = max(start, end)
    }
}

/// Where a subscription stands; each case says what holds while it does.
enum LinePhase: Sendable, Hashable, Codable {
    /// The present period is paid; when it ends the subscription renews, fails to, or ends.
    case active
    /// The renewal could not be paid, the customer keeps the subscription until `until`, and the store tries until
    /// `retryUntil`, which is no earlier.
    case grace(until: Timestamp, retryUntil: Timestamp)
    /// The renewal could not be paid, the customer has lost the subscription, and the store tries until `until`.
    case retry(until: Timestamp)
    /// It has ended, for a reason by the App Store's number; buying it once more goes on with the line.
    case expired(Int)
    /// Its present period was taken back; buying it once more goes on with the line, and so does the next renewal where that is
    /// still on.
    case revoked

    /// It has ended for this reason.
    static func expired(for reason: StoreRenewalInfo.ExpirationReason) -> LinePhase { .expired(reason.rawValue) }

    /// Whether the customer may use what was subscribed.
    var isEntitled: Bool {
        switch self {
        case .active, .grace: true
        case .retry, .expired, .revoked: false
        }
    }

    /// Whether it neither runs nor is tried to be paid.
    var isOver: Bool {
        switch self {
        case .active, .grace, .retry: false
        case .expired, .revoked: true
        }
    }

    /// Whether the store tries to be paid.
    var isInRetry: Bool {
        switch self {
        case .grace, .retry: true
        case .active, .expired, .revoked: false
        }
    }

    /// The state under the App Store's name.
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
