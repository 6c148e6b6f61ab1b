/// What the app's set-up asks to be done with a transaction before it is finished.
package struct DeliveryDuties: Sendable {
    /// Whether the app has a handler that grants purchases.
    package var grants: Bool
    /// Whether the app has a handler that takes back what was granted.
    package var revokes: Bool
    /// Who finishes the transactions of a product for which no payment says so; `nil` when Purser finishes all of them.
    package var finishing: (@Sendable (String) -> Finishing)?
    /// Whether a product has content.
    package var hasContent: @Sendable (String) -> Bool

    /// The duties of an app that has set up some of this, or nothing.
    package init(
        grants: Bool = false, revokes: Bool = false,
        hasContent: @escaping @Sendable (String) -> Bool = { _ in false },
        finishing: (@Sendable (String) -> Finishing)? = nil
    ) {
        self.grants = grants
        self.revokes = revokes
        self.finishing = finishing
        self.hasContent = hasContent
    }

    /// The duties that a new update brings.
    ///
    /// - Parameter old: the transaction before it; `nil` when it is new.
    func duties(of update: StoreUpdate, after old: LedgerTransaction?) -> TransactionLife.Steps {
        guard update.kind.grants else { return old.map { laterDuties(of: update, after: $0) } ?? [] }
        // What an upgrade has replaced gives nothing, and there would be nobody to take it back.
        if revokes, update.transaction.isTakenBack { return [] }
        var duties: TransactionLife.Steps = hasContent(update.transaction.productID) ? .owesContent : []
        if grants, update.finishing == .atomic { duties.insert(.owesGrant) }
        return duties
    }

    private func laterDuties(of update: StoreUpdate, after old: LedgerTransaction) -> TransactionLife.Steps {
        if update.transaction.takesBack(after: old.transaction) {
            return revokes && old.life.isGrantedByHandler ? .owesRevoke : []
        }
        // Its payment was found, which leaves to Purser what the app has set up to finish by itself.
        let isGivenBack = old.life.isManual && update.finishing == .atomic && old.life.isLeftToApp
        return grants && isGivenBack ? .owesGrant : []
    }
}
