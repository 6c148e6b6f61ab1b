/// What was reported of a subscription's renewal; a class, so that other updates pay one word for it.
package final class ReportedRenewal: Sendable, Hashable {
    /// How the subscription goes on; `nil` when the store has not reported it.
    package let renewalInfo: StoreRenewalInfo?
    /// Where the subscription stands; `nil` when the store has not reported it.
    package let state: StoreSubscriptionStatus.RenewalState?
    /// What a later version has recorded beside it.
    package let laterFields: LaterFields

    /// What was reported.
    package init(
        _ renewalInfo: StoreRenewalInfo?, _ state: StoreSubscriptionStatus.RenewalState?,
        laterFields: LaterFields = LaterFields()
    ) {
        self.laterFields = laterFields
        self.renewalInfo = renewalInfo
        self.state = state
    }

    /// When the store signed the renewal info.
    package var signedTime: Timestamp? { renewalInfo?.signedTime }

    /// Whether it says something that an earlier one does not; when it was signed is no change.
    func isChange(after old: ReportedRenewal?) -> Bool {
        guard let old, old.state == state else { return true }
        guard let info = renewalInfo, let known = old.renewalInfo else { return renewalInfo != old.renewalInfo }
        return !info.saysTheSame(as: known)
    }

    func wasSigned(after other: ReportedRenewal) -> Bool {
        guard let time = signedTime, let other = other.signedTime else { return signedTime != nil }
        return time > other
    }

    /// Whether the store reported neither that a period which is over was the last one, nor that renewal is off.
    ///
    /// - Parameter isOutdated: whether the renewal info is older than the period.
    func mayHaveRenewed(isOutdated: Bool) -> Bool {
        if let info = renewalInfo, !isOutdated {
            let isOver = info.expirationReason != nil || info.gracePeriodExpirationTime != nil
            return info.willAutoRenew && !isOver
        }
        return ![.expired, .revoked, .inBillingRetryPeriod].contains(state)
    }

    /// Equal when both parts are.
    package static func == (lhs: ReportedRenewal, rhs: ReportedRenewal) -> Bool {
        lhs === rhs || (lhs.renewalInfo == rhs.renewalInfo && lhs.state == rhs.state)
    }

    /// Hashes both parts.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(renewalInfo)
        hasher.combine(state)
    }
}
