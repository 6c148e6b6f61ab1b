/// Represents the fields of a transaction that make changes (O6): a slot of eight bits for each, and a sum of all of
/// them.
///
/// The first two slots represent the second of the purchase (D3). Versions with the same fields are compared by their
/// sums, others by the slots that both have.
package struct ChangeDigest: Sendable, Hashable {
    /// The slots 0 to 7, the first in the lowest bits; 0 represents a missing field.
    package var low: UInt64
    /// The slots 8 to 15.
    package var high: UInt64
    /// Represents all fields together.
    package var sum: UInt32

    /// A digest by its parts.
    package init(low: UInt64 = 0, high: UInt64 = 0, sum: UInt32 = 0) {
        self.low = low
        self.high = high
        self.sum = sum
    }

    /// Adds the digest of a field's value, in a slot from 0 to 15.
    mutating func add(_ slot: UInt64, _ value: UInt64) {
        let bits = max(1, value & 0xFF) << (8 * (slot & 7))
        if slot < 8 { low |= bits } else { high |= bits }
        // With the slot, so that two fields that exchange their values are a change.
        sum &+= UInt32(truncatingIfNeeded: SplitMix64.mix(value ^ slot) >> 16)
    }

    /// Notes when it was paid for.
    mutating func add(purchasedAt time: Timestamp) { low |= Self.purchaseBits(time.seconds) }

    /// Whether it was paid for at a time, to the second; one in 65,536 other seconds counts as the same.
    func isPurchased(at time: Timestamp) -> Bool {
        low & Self.purchaseMask == Self.purchaseBits(time.seconds)
    }

    private static let purchaseMask: UInt64 = 0xFFFF

    private static func purchaseBits(_ second: Int64) -> UInt64 {
        SplitMix64.mix(UInt64(bitPattern: second) &+ 1) & purchaseMask
    }

    /// Whether the two differ in a field.
    func differs(from other: ChangeDigest) -> Bool {
        let (low, otherLow) = (low & ~Self.purchaseMask, other.low & ~Self.purchaseMask)
        if low == otherLow, high == other.high, sum == other.sum { return false }
        let (mask, otherMask) = (Self.present(low), Self.present(otherLow))
        let (highMask, otherHighMask) = (Self.present(high), Self.present(other.high))
        if mask == otherMask, highMask == otherHighMask { return true }
        return (low ^ otherLow) & mask & otherMask != 0 || (high ^ other.high) & highMask & otherHighMask != 0
    }

    /// Whether the two differ in one field, which both have.
    func differs(from other: ChangeDigest, in field: ComparedField) -> Bool {
        guard let slot = Self.slot(of: field) else { return false }
        let mask = UInt64(0xFF) << (8 * (slot & 7))
        let (mine, others) = slot < 8 ? (low & mask, other.low & mask) : (high & mask, other.high & mask)
        return mine != 0 && others != 0 && mine != others
    }

    /// Whether a field differs from this value; false when it lacks the field.
    func differs(from value: some ComparedValue, in field: ComparedField) -> Bool {
        guard let slot = Self.slot(of: field) else { return false }
        var other = ChangeDigest()
        other.add(slot, value.digest)
        return differs(from: other, in: field)
    }

    /// Whether it has each field of another one.
    func saysAll(of other: ChangeDigest) -> Bool {
        Self.present(other.low) & ~Self.present(low) == 0 && Self.present(other.high) & ~Self.present(high) == 0
    }

    /// All bits of the slots that are not 0.
    private static func present(_ slots: UInt64) -> UInt64 {
        // The highest bit of each slot that has any bit set.
        let low = slots & 0x7F7F_7F7F_7F7F_7F7F
        let any = (low &+ 0x7F7F_7F7F_7F7F_7F7F | slots) & 0x8080_8080_8080_8080
        return (any >> 7) &* 0xFF
    }
}

extension ChangeDigest {
    /// The slot of a field; `nil` when it has none.
    ///
    /// A transaction with a field without a slot stays whole. Use slot 15 for a field that many consumables have; a
    /// slot is never reused for another field, and 0 in it means that the field is missing.
    static func slot(of field: ComparedField) -> UInt64? {
        switch field {
        case .revocationTime: 2
        case .revocationReason: 3
        case .revocationType: 4
        case .revocationThousandths: 5
        case .ownershipType: 6
        case .appAccountToken: 7
        case .price: 8
        case .currencyCode: 9
        case .storefrontCountryCode: 10
        case .storefrontID: 11
        case .environment: 12
        case .appTransactionID: 13
        case .appBundleID: 14
        default: nil
        }
    }

    /// Reads the fields of a version that an archived transaction needs.
    struct Reading: FieldVisitor, Sendable {
        /// The fields that have slots.
        private(set) var digest = ChangeDigest()
        /// Whether it has a field without a slot: such a transaction is not archived.
        private(set) var hasMore = false
        /// Whether such a field is a change also when it was missing before.
        private(set) var takesEffect = false
        /// Whether it is of another type than a consumable; only consumables have entries.
        private(set) var isOfOtherType = false
        /// The cache of the digests of prices.
        private(set) var prices: PriceDigests

        /// Reads the fields that make changes, except those that an entry stores as they are.
        init(_ transaction: StoreTransaction, prices: consuming PriceDigests = PriceDigests()) {
            self.prices = prices
            digest.add(purchasedAt: transaction.purchaseTime)
            read(transaction, beside: transaction)
        }

        @inline(__always)
        mutating func read<Value: ComparedValue>(_ field: ComparedField, _ new: Value?, _ old: Value?) {
            guard let new, field != .purchasedQuantity, field != .isUpgraded else { return }
            if field == .productType {
                isOfOtherType = (new as? String) != StoreProduct.ProductType.consumable.rawValue
                return
            }
            guard let slot = ChangeDigest.slot(of: field) else {
                hasMore = true
                takesEffect = takesEffect || field.takesEffect
                return
            }
            digest.add(slot, prices.digest(of: new))
        }
    }
}

extension ChangeDigest {
    /// The same, with missing fields added from a version.
    func filled(from transaction: StoreTransaction) -> ChangeDigest {
        var filling = Filling(digest: self)
        filling.read(transaction, beside: transaction)
        return filling.digest
    }

    private func isLacking(slot: UInt64) -> Bool { (slot < 8 ? low : high) >> (8 * (slot & 7)) & 0xFF == 0 }

    /// Adds the fields of a version whose slots are empty.
    private struct Filling: FieldVisitor {
        var digest: ChangeDigest

        mutating func read<Value: ComparedValue>(_ field: ComparedField, _ new: Value?, _ old: Value?) {
            guard let new, let slot = ChangeDigest.slot(of: field), digest.isLacking(slot: slot) else { return }
            digest.add(slot, new.digest)
        }
    }
}
