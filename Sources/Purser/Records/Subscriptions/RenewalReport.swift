/// A backend's report of a subscription's renewal.
package enum RenewalReport: Sendable, Hashable {
    /// Its renewal, as the App Store signed it.
    indirect case info(StoreRenewalInfo)
    /// The state.
    case status(StoreSubscriptionStatus)

    /// The subject of a report.
    package enum Subject: Sendable, Hashable {
        /// The renewal info of the subscription with this original identifier.
        case info(String)
        /// The status of the subscription with the transaction of this identifier.
        case status(String)
    }

    /// How a backend reports it.
    package var event: BackendEvent {
        switch self {
        case .info(let info): .renewalInfo(BackendRenewalInfo(info))
        case .status(let status): .subscriptionStatus(status)
        }
    }

    /// Its subject.
    package var subject: Subject {
        switch self {
        case .info(let info): .info(info.originalTransactionID)
        case .status(let status): .status(status.transactionID)
        }
    }

    /// When the App Store signed it; `nil` for a status.
    var signedTime: Timestamp? { if case .info(let info) = self { info.signedTime } else { nil } }

    /// Whether the App Store signed it before another one of the same subscription.
    func isOlder(than other: RenewalReport) -> Bool { signedTime.isEarlier(than: other.signedTime) }

    /// Whether it has the same content as another one, without the dates of the signatures.
    func saysTheSame(as other: RenewalReport) -> Bool {
        guard case (.info(let one), .info(let other)) = (self, other) else { return self == other }
        return one.saysTheSame(as: other)
    }
}
