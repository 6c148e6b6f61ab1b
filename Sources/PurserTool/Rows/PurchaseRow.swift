import Purser

/// A purchase and its result.
struct PurchaseRow {
    let request: PaymentRequest
    private let result: Result<PurchaseOutcome, PurchaseFailure>

    /// Buys.
    init(_ session: Session, _ request: PaymentRequest) async {
        self.request = request
        do throws(PurchaseFailure) {
            result = .success(try await session.store.purchase(request))
        } catch {
            result = .failure(error)
        }
    }

    var failure: PurchaseFailure? { if case .failure(let failure) = result { failure } else { nil } }
    private var purchase: StorePurchase? { try? result.get().purchase }
    private var needsFinish: Bool { purchase?.needsFinish ?? false }
    private var outcome: String {
        switch result {
        case .success(.purchased): "purchased"
        case .success(.pending): "pending"
        case .success(.cancelled): "cancelled"
        case .failure: "failed"
        }
    }

    /// The text for people.
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
