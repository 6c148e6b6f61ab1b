/// What the app's set-up asks to be done with a transaction before it is finished.
package struct DeliveryDuties: Sendable {
    /// Whether the app has a handler that grants purchases.
    package var grants: Bool
    /// Whether a product has content.
    package var hasContent: @Sendable (String) -> Bool

    /// The duties of an app that has set up a grant handler or content, or neither.
    package init(grants: Bool = false, hasContent: @escaping @Sendable (String) -> Bool = { _ in false }) {
        self.grants = grants
        self.hasContent = hasContent
    }

    /// The duties that a new update brings.
    func duties(of update: StoreUpdate) -> TransactionLife.Steps {
        guard update.kind.grants else { return [] }
        var duties: TransactionLife.Steps = hasContent(update.transaction.productID) ? .owesContent : []
        if grants, update.finishing == .atomic { duties.insert(.owesGrant) }
        return duties
    }
}
