/// The reported renewal of one of several subscriptions.
package struct SubscriptionRenewal: Sendable {
    /// An original identifier of the subscription.
    package var originalID: String
    /// What was reported last.
    package var renewal: ReportedRenewal

    /// Makes the renewal of a subscription.
    package init(_ originalID: String, _ renewal: ReportedRenewal) {
        (self.originalID, self.renewal) = (originalID, renewal)
    }
}

/// The reported renewal of a subscription; a class, so that other updates need only one word for it.
package final class ReportedRenewal: Sendable, Hashable {
    /// How the subscription renews; `nil` when that is not reported.
    package let renewalInfo: StoreRenewalInfo?
    /// The state of the subscription; `nil` when that is not reported.
    package let state: StoreSubscriptionStatus.RenewalState?
    /// The fields that a later version has recorded with it.
    package let laterFields: LaterFields

    /// Makes a reported renewal.
    package init(
        _ renewalInfo: StoreRenewalInfo?, _ state: StoreSubscriptionStatus.RenewalState?,
        laterFields: LaterFields = LaterFields()
    ) {
        self.laterFields = laterFields
        self.renewalInfo = renewalInfo
        self.state = state
    }

    /// When the App Store signed the renewal info.
    package var signedTime: Timestamp? { renewalInfo?.signedTime }

    /// Whether it differs from an earlier one; the date of the signature does not count.
    func isChange(after old: ReportedRenewal?) -> Bool {
        guard let old, old.state == state else { return true }
        guard let info = renewalInfo, let known = old.renewalInfo else { return renewalInfo != old.renewalInfo }
        return !info.saysTheSame(as: known)
    }

    func wasSigned(after other: ReportedRenewal) -> Bool {
        guard let time = signedTime, let other = other.signedTime else { return signedTime != nil }
        return time > other
    }

    /// Whether its renewal info was signed before a period began: then it does not cover the end of that period.
    func isOutdated(for period: StoreTransaction) -> Bool { signedTime.map { $0 < period.purchaseTime } ?? false }

    /// Whether the App Store reports a grace period, and no renewal info says that it is over.
    var isInGrace: Bool {
        state == .inGracePeriod && renewalInfo.map { $0.expirationReason == nil || $0.isInBillingRetry } ?? true
    }

    /// Whether the backend reported neither that the ended period was the last one, nor that renewal is off.
    func mayHaveRenewed(isOutdated: Bool) -> Bool {
        if let info = renewalInfo, !isOutdated {
            let isOver = info.expirationReason != nil || info.gracePeriodExpirationTime != nil
            return info.willAutoRenew && !isOver
        }
        return ![.expired, .revoked, .inBillingRetryPeriod].contains(state)
    }

    /// Equal when both parts are equal.
    package static func == (lhs: ReportedRenewal, rhs: ReportedRenewal) -> Bool {
        lhs === rhs || (lhs.renewalInfo == rhs.renewalInfo && lhs.state == rhs.state)
    }

    /// Hashes both parts.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(renewalInfo)
        hasher.combine(state)
    }
}
