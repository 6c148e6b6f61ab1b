import Purser

/// What many renewals of a line have in common: what it takes to make the transaction of any of them.
struct RenewalTerms: Sendable, Codable {
    /// A renewal with everything that does not depend on the period.
    let template: StoreTransaction
    /// Whether somebody else pays.
    var isShared: Bool { template.ownershipType != .purchased }
    /// The periods.
    let schedule: PeriodSchedule

    /// The renewal of a period.
    ///
    /// - Parameters:
    ///   - number: the number of the period in the schedule.
    ///   - id: the transaction's identifier.
    ///   - lineItem: the number of the period among all that were sold.
    func transaction(_ number: Int, id: String, lineItem: String) -> StoreTransaction {
        var fields = template.fields
        fields.id = id
        fields.webOrderLineItemID = lineItem
        fields.purchaseTime = schedule.boundary(number)
        fields.expirationTime = schedule.boundary(number + 1)
        fields.signedTime = fields.purchaseTime
        return StoreTransaction(fields)
    }

    /// The line that renews.
    var line: LineID { LineID(groupID: template.subscriptionGroupID ?? "", isShared: isShared) }

    /// Whether renewals by these terms are like those by others.
    func matches(_ other: StoreTransaction, _ schedule: PeriodSchedule) -> Bool {
        self.schedule == schedule && template == other
    }
}
