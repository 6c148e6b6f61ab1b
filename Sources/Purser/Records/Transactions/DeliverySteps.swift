/// The steps due of a transaction before it is finished, by the app's configuration.
package struct DeliverySteps: Sendable {
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

    func stepsDue(
        of update: StoreUpdate, after old: LedgerTransaction?, mayHaveBegun: Bool
    ) -> TransactionProgress.Steps {
        var stepsDue: TransactionProgress.Steps = []
        if mayHaveBegun, old?.progress.due != nil { stepsDue.insert(.mayHaveBegun) }
        let isGrant = update.kind.grants
        guard isGrant || old.map({ raises(update, after: $0) }) ?? false, !update.transaction.isRevokedOrUpgraded else {
            return stepsDue
        }
        if isGrant, hasContent(update.transaction.productID) { stepsDue.insert(.owesContent) }
        if update.finishing == .atomic { stepsDue.insert(grants ? .owesGrant : .granted) }
        return stepsDue
    }

    /// Whether more is to be granted than before: units are reinstated, or a payment leaves the finish to Purser
    /// instead of the app.
    private func raises(_ update: StoreUpdate, after old: LedgerTransaction) -> Bool {
        if update.transaction.remainingQuantity > old.remaining { return true }
        return old.progress.isManual && update.finishing == .atomic && old.progress.isLeftToApp
    }
}
