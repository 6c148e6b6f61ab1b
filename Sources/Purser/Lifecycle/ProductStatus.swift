/// What the state of a product follows from, at a moment.
package struct ProductStatus: Sendable, Hashable {
    /// Whether the customer owns it.
    package var isOwned = false
    /// Whether the backend has it; `nil` when it was not requested.
    package var isValid: Bool?
    /// Until when a payment of it waits for an approval; `nil` when none does.
    package var pendingEnd: Timestamp?
    /// Its open purchases.
    package var purchases = OpenPurchases.Stage.none

    /// Makes a product in a given state.
    package init(
        isOwned: Bool = false, isValid: Bool? = nil, pendingEnd: Timestamp? = nil,
        purchases: OpenPurchases.Stage = .none
    ) {
        (self.isOwned, self.isValid, self.pendingEnd, self.purchases) = (isOwned, isValid, pendingEnd, purchases)
    }

    /// The state; what is owned is never pending (M3).
    package var state: ProductState {
        switch purchases {
        case .downloaded: .downloaded
        case .downloading: .downloading
        case .approved: .approved
        case .paying: .initiated
        case .none where isOwned: .owned
        case .none where pendingEnd != nil: .pending
        case .none: isValid.map { $0 ? .valid : .invalid } ?? .registered
        }
    }
}

extension ProductState {
    private var isPaid: Bool { [.approved, .downloading, .downloaded].contains(self) }

    /// The states on the way to another one, and that one; none when it is the same.
    package func path(to next: ProductState) -> [ProductState] {
        if next == self { return [] }
        if isPaid, !next.isPaid { return [.finished, next] }
        return next == .initiated ? [.requested, next] : [next]
    }
}
