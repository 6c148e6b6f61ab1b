extension StoreTransaction.MultiSeatInfo {
    /// What does not keep the limits; `nil` when everything does.
    var fault: EntranceFault? {
        if let revoked = revokedSeatQuantity, !(0...EntranceLimits.quantity).contains(revoked) {
            return EntranceFault("\(revoked) seats are taken back; 0 to \(EntranceLimits.quantity) are taken")
        }
        return EntranceFault.of(invitationManagement.rawValue, "invitation management")
            ?? EntranceFault.of(priceTiers, "price tiers")
    }
}

extension EntranceFault {
    /// What is wrong with a list of prices of seats.
    static func of(_ tiers: [StoreTransaction.MultiSeatInfo.PriceTier], _ name: String) -> EntranceFault? {
        guard tiers.count <= EntranceLimits.priceTiers else {
            return EntranceFault("the \(name) are \(tiers.count); at most \(EntranceLimits.priceTiers) are taken")
        }
        let seats = tiers.map(\.quantity).first { !(0...EntranceLimits.quantity).contains($0) }
        return seats.map {
            EntranceFault("the \(name) name \($0) seats; 0 to \(EntranceLimits.quantity) are taken")
        }
    }
}
