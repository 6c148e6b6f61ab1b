import Purser

/// The common fields of many renewals of a subscription, from which the transaction of each one is made.
struct RenewalTerms: Sendable, Codable {
    /// A renewal with all fields that do not depend on the period.
    let template: StoreTransaction
    /// Whether another person pays.
    var isShared: Bool { template.ownershipType != .purchased }
    /// The periods.
    let schedule: PeriodSchedule

    /// Makes the renewal of a period.
    ///
    /// - Parameters:
    ///   - number: the number of the period in the schedule.
    ///   - id: the transaction's identifier.
    ///   - lineItem: the line item number of the period.
    func transaction(_ number: Int, id: String, lineItem: String) -> StoreTransaction {
        var fields = template.fields
        fields.id = id
        fields.webOrderLineItemID = lineItem
        fields.purchaseTime = schedule.boundary(number)
        fields.expirationTime = schedule.boundary(number + 1)
        fields.signedTime = fields.purchaseTime
        return StoreTransaction(fields)
    }

    /// The subscription that renews.
    var subscription: SubscriptionID { SubscriptionID(groupID: template.subscriptionGroupID ?? "", isShared: isShared) }

    /// Whether renewals with these terms equal those with others.
    func matches(_ other: StoreTransaction, _ schedule: PeriodSchedule) -> Bool {
        self.schedule == schedule && template == other
    }
}
