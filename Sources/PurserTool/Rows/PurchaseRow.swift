import Purser

/// A purchase and its result.
struct PurchaseRow {
    let request: PaymentRequest
    let purchase: StorePurchase?
    let outcome: String
    let failure: PurchaseFailure?
    /// Whether it must still be finished.
    let needsFinish: Bool

    /// Buys.
    init(_ session: Session, _ request: PaymentRequest) async {
        self.request = request
        do throws(PurchaseFailure) {
            switch try await session.store.purchase(request) {
            case .purchased(let purchase):
                (self.purchase, outcome, needsFinish) = (purchase, "purchased", purchase.needsFinish)
            case .pending: (purchase, outcome, needsFinish) = (nil, "pending", false)
            case .cancelled: (purchase, outcome, needsFinish) = (nil, "cancelled", false)
            }
            failure = nil
        } catch {
            (purchase, outcome, failure, needsFinish) = (nil, "failed", error, false)
        }
    }

    /// The text for people.
    ///
    /// - Parameter finish: the command that finishes a transaction.
    func text(finish: String) -> String {
        let id = Line.single(request.productID)
        guard let purchase else {
            return outcome == "pending" ? "\(id)  pending: waits for approval" : "\(id)  \(outcome)"
        }
        let hint = needsFinish ? "; not finished: \(finish) \(purchase.transaction.id)" : ""
        let quantity = purchase.transaction.purchasedQuantity
        let isSeated = purchase.transaction.multiSeatInfo != nil
        let many = isSeated ? "\(Words.count(quantity, "seat")) of " : quantity > 1 ? "\(quantity) × " : ""
        let how = purchase.wasRecordedBefore ? "already owned, not charged:" : "purchased as"
        return "\(many)\(id)  \(how) transaction \(purchase.transaction.id)\(hint)"
    }

    var json: JSONText {
        .line(
            "purchase",
            [
                "productID": request.productID, "outcome": outcome, "sequence": purchase?.sequence,
                "needsFinish": needsFinish, "wasRecordedBefore": purchase?.wasRecordedBefore ?? false,
                "context": purchase?.context ?? request.context, "transaction": purchase?.transaction,
                "failure": failure,
            ])
    }
}
