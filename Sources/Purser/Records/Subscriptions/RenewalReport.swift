/// A backend's report of a subscription's renewal.
package enum RenewalReport: Sendable, Hashable {
    /// Its renewal, as the App Store signed it.
    indirect case info(StoreRenewalInfo)
    /// The state.
    case status(StoreSubscriptionStatus)

    /// How a backend reports it.
    package var event: BackendEvent {
        switch self {
        case .info(let info): .renewalInfo(BackendRenewalInfo(info))
        case .status(let status): .subscriptionStatus(status)
        }
    }

    /// When the App Store signed it; `nil` for a status.
    var signedTime: Timestamp? { if case .info(let info) = self { info.signedTime } else { nil } }
}
