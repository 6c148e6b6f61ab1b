extension StoreTransaction.MultiSeatInfo {
    /// The first violation of the limits; `nil` when there is none.
    var fault: EntranceFault? {
        if let revoked = revokedSeatQuantity, !(0...EntranceLimits.quantity).contains(revoked) {
            return EntranceFault("\(revoked) seats are revoked; 0 to \(EntranceLimits.quantity) are allowed")
        }
        return EntranceFault.of(invitationManagement.rawValue, "invitation management")
            ?? priceTiers.fault
    }
}

extension [StoreTransaction.MultiSeatInfo.PriceTier] {
    /// The first violation of the limits; `nil` when there is none.
    var fault: EntranceFault? {
        guard count <= EntranceLimits.priceTiers else {
            return EntranceFault("there are \(count) price tiers; at most \(EntranceLimits.priceTiers) are allowed")
        }
        return map(\.quantity).first { !(0...EntranceLimits.quantity).contains($0) }.map {
            EntranceFault("the price tiers have \($0) seats; 0 to \(EntranceLimits.quantity) are allowed")
        }
    }
}
