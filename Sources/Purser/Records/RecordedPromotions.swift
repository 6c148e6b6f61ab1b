/// A promoted purchase that was neither bought nor declined, as it is recorded.
package struct RecordedPromotion: Sendable, Hashable {
    /// The purchase, as the backend reported it.
    package var purchase: PromotedPurchase
    /// The payment that is being made for it; `nil` when there is none.
    package var payment: Payment?
    /// The fields of it that a later version has recorded.
    package var laterFields = LaterFields()

    /// A payment and the user who pays.
    package struct Payment: Sendable, Hashable {
        /// The payment.
        package var token: PaymentToken
        /// Its user; `nil` when all users share one state.
        package var user: UserID?

        /// A payment of a user.
        package init(_ token: PaymentToken, of user: UserID?) { (self.token, self.user) = (token, user) }
    }

    /// A purchase, and the payment that is being made for it.
    package init(_ purchase: PromotedPurchase, payment: Payment? = nil) {
        (self.purchase, self.payment) = (purchase, payment)
    }
}

/// The recorded promoted purchases of a store's folder, the oldest first; equal ones are one.
package struct RecordedPromotions: Sendable, Hashable {
    /// All of them.
    package private(set) var all: [RecordedPromotion] = []

    /// No purchases.
    package init() {}

    /// Applies a record; only records about promoted purchases change anything.
    package mutating func apply(_ record: LedgerRecord) {
        switch record {
        case .promoted(let promotion):
            if let index = all.firstIndex(where: { $0.purchase == promotion.purchase }) {
                all[index] = promotion
            } else {
                all.append(promotion)
            }
        case .promotedEnded(let purchase): all.removeAll { $0.purchase == purchase }
        case .forgotten(let user): all.removeAll { $0.payment?.user == user }
        default: break
        }
    }

    /// The records that are missing until these purchases are recorded, and no others.
    package func changes(to wanted: [RecordedPromotion]) -> [LedgerRecord] {
        let ended = all.map(\.purchase).filter { old in !wanted.contains { $0.purchase == old } }
        return ended.map { .promotedEnded($0) } + wanted.filter { !all.contains($0) }.map { .promoted($0) }
    }

    /// Writes them as records.
    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        for promotion in all { try body(.promoted(promotion)) }
    }
}
