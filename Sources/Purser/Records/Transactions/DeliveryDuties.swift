/// What the app's set-up asks to be done with a transaction before it is finished.
package struct DeliveryDuties: Sendable {
    /// Whether the app has a handler that grants purchases; without one, what is recorded counts as granted.
    package var grants: Bool
    /// Who finishes the transactions of a product for which no payment says so; `nil` when Purser finishes all of them.
    package var finishing: (@Sendable (String) -> Finishing)?
    /// Whether a product has content.
    package var hasContent: @Sendable (String) -> Bool

    /// The duties of an app that has set up some of this, or nothing.
    package init(
        grants: Bool = false, hasContent: @escaping @Sendable (String) -> Bool = { _ in false },
        finishing: (@Sendable (String) -> Finishing)? = nil
    ) {
        self.grants = grants
        self.finishing = finishing
        self.hasContent = hasContent
    }

    /// The duties that a new update brings, after the transaction as it was.
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

    /// Whether more is to be granted than before: units are reinstated, or a payment leaves to Purser what the app
    /// would finish.
    private func raises(_ update: StoreUpdate, after old: LedgerTransaction) -> Bool {
        if update.transaction.standingQuantity > old.standing { return true }
        return old.life.isManual && update.finishing == .atomic && old.life.isLeftToApp
    }
}
