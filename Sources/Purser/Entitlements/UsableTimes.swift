/// A time in which a product may be used.
package struct UsableTime: Sendable {
    /// The product.
    package var productID: String
    /// `nil` when it begins at the latest signed date or before (E3).
    package var start: Timestamp?
    /// `nil` when it never ends.
    package var end: Timestamp?
}

extension StoreEntitlements {
    /// The times in which products may be used by their dates, if nothing more is reported.
    package var usableTimes: [UsableTime] {
        let first = snapshot.trustedDate.milliseconds > .min ? snapshot.trustedDate : time
        var terms = snapshot.terms
        // Who reads them later knows no elapsed time: the dates decide.
        terms.bought = nil
        return state.current.map { UsableTime(productID: $0.productID) }
            + state.subscriptions.all.flatMap { [terms] in $0.usableTimes(from: first, under: terms) }
    }
}

extension SubscriptionPeriods {
    /// When its state next changes by time alone: a period or grace period ends, or a later period begins; `nil` never.
    func nextChange(after time: Timestamp, under terms: EntitlementTerms) -> Timestamp? {
        let begun = max(time, terms.signed ?? time)
        let later = periods.reversed().prefix { $0.purchaseTime > begun }.last { !$0.isUpgraded }?.purchaseTime
        guard let current = current(at: time, under: terms)?.current, current.state.isActive, let end = current.end,
            end > time
        else { return later }
        return later.map { min($0, end) } ?? end
    }

    func usableTimes(from first: Timestamp, under terms: EntitlementTerms) -> [UsableTime] {
        var (times, next) = ([UsableTime](), Timestamp?.some(first))
        while let moment = next, let (period, current) = current(at: moment, under: terms) {
            next = nextChange(after: moment, under: terms)
            guard current.state.isActive else { continue }
            times.append(UsableTime(productID: period.productID, start: moment == first ? nil : moment, end: next))
        }
        return times
    }
}
