extension StoreTransaction.MultiSeatInfo {
    var fault: IntakeFault? {
        if let revoked = revokedSeatQuantity, !(0...IntakeLimits.quantity).contains(revoked) {
            return IntakeFault("\(revoked) seats are revoked; 0 to \(IntakeLimits.quantity) are allowed")
        }
        return IntakeFault.of(invitationManagement.rawValue, "invitation management")
            ?? priceTiers.fault
    }
}

extension [StoreTransaction.MultiSeatInfo.PriceTier] {
    var fault: IntakeFault? {
        guard count <= IntakeLimits.priceTiers else {
            return IntakeFault("there are \(count) price tiers; at most \(IntakeLimits.priceTiers) are allowed")
        }
        return map(\.quantity).first { !(0...IntakeLimits.quantity).contains($0) }.map {
            IntakeFault("the price tiers have \($0) seats; 0 to \(IntakeLimits.quantity) are allowed")
        }
    }
}
