/// The steps due of a transaction before it is finished, by the app's configuration.
package struct DeliveryDuties: Sendable {
    /// Whether the app has a grant handler; without one, a recorded purchase counts as granted.
    package var grants: Bool
    /// Who finishes the transactions of a product without a payment; `nil` when Purser finishes all of them.
    package var finishing: (@Sendable (String) -> Finishing)?
    /// Whether a product has content.
    package var hasContent: @Sendable (String) -> Bool

    /// Makes the steps due of an app with some of this configured, or nothing.
    package init(
        grants: Bool = false, hasContent: @escaping @Sendable (String) -> Bool = { _ in false },
        finishing: (@Sendable (String) -> Finishing)? = nil
    ) {
        self.grants = grants
        self.finishing = finishing
        self.hasContent = hasContent
    }

    /// The steps due of a new update, after the transaction as it was.
    func duties(of update: StoreUpdate, after old: LedgerTransaction?) -> TransactionLife.Steps {
        var duties: TransactionLife.Steps = []
        if let old, old.mayHaveBegun, old.life.due != nil { duties.insert(.mayHaveBegun) }
        let isGrant = update.kind.grants
        guard isGrant || old.map({ raises(update, after: $0) }) ?? false, !update.transaction.isTakenBack else {
            return duties
        }
        if isGrant, hasContent(update.transaction.productID) { duties.insert(.owesContent) }
        if update.finishing == .atomic { duties.insert(grants ? .owesGrant : .granted) }
        return duties
    }

    /// Whether more is to be granted than before: units are reinstated, or a payment leaves the finish to Purser
    /// instead of the app.
    private func raises(_ update: StoreUpdate, after old: LedgerTransaction) -> Bool {
        if update.transaction.standingQuantity > old.standing { return true }
        return old.life.isManual && update.finishing == .atomic && old.life.isLeftToApp
    }
}
