/// The slots of a table: each slot is free, or has the index of an entry and a mark, the low half of its key's spread.
///
/// An entry's slot is the one that its mark names, or one of the next. The marks are enough to recognise an absent key,
/// to free a slot and to grow the table, without reading the entries: the slots of 100,000 entries are in the
/// processor's caches, the entries are not. At most half of the slots are used, so that a key is in its own slot or
/// shortly after it.
struct TableSlots: Sendable {
    /// The mark in the upper half, the index plus one in the lower; 0 is free.
    private var slots: [UInt64] = []
    private var count = 0

    private static var smallest: Int { 16 }
    /// Smaller tables do not shrink: one that fills and empties with every batch would change its size all the time.
    private static var shrinksAbove: Int { 4_096 }

    var areMany: Bool { slots.count > Self.shrinksAbove }

    func index(at slot: Int) -> Int { Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1 }

    /// The content of the slot that a key names.
    func first(spread: UInt64) -> UInt64 { slots[home(spread)] }

    /// The slot of the entry of this spread for which `matches` returns true; `nil` when there is none.
    func find(spread: UInt64, _ matches: (_ index: Int) -> Bool) -> Int? {
        guard count > 0 else { return nil }
        let mark = spread << 32
        let mask = slots.count - 1
        return slots.withUnsafeBufferPointer { slots in
            var slot = Int(truncatingIfNeeded: spread) & mask
            while slots[slot] != 0 {
                if slots[slot] & 0xFFFF_FFFF_0000_0000 == mark,
                    matches(Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1)
                {
                    return slot
                }
                slot = (slot + 1) & mask
            }
            return nil
        }
    }

    /// Uses a slot for an entry that has none.
    mutating func insert(spread: UInt64, index: Int) {
        if (count + 1) * 2 > slots.count { resize(to: max(Self.smallest, slots.count * 2)) }
        count += 1
        slots[gap(from: home(spread))] = spread << 32 | UInt64(index + 1)
    }

    /// Frees a slot, and moves up the following ones that are not in their own slots because those were used.
    mutating func remove(at slot: Int) {
        count -= 1
        let mask = slots.count - 1
        slots.withUnsafeMutableBufferPointer { slots in
            var gap = slot
            var other = (slot + 1) & mask
            while slots[other] != 0 {
                let home = Int(truncatingIfNeeded: slots[other] >> 32) & mask
                if (other - home) & mask >= (other - gap) & mask {
                    slots[gap] = slots[other]
                    gap = other
                }
                other = (other + 1) & mask
            }
            slots[gap] = 0
        }
    }

    mutating func move(spread: UInt64, from old: Int, to new: Int) {
        guard let slot = find(spread: spread, { $0 == old }) else { return }
        slots[slot] = spread << 32 | UInt64(new + 1)
    }

    /// Frees half of the slots when far fewer are needed.
    mutating func shrink(toHold count: Int) {
        if slots.count > Self.shrinksAbove, count * 8 < slots.count { resize(to: slots.count / 2) }
    }

    private func home(_ spread: UInt64) -> Int { Int(truncatingIfNeeded: spread) & (slots.count - 1) }

    /// The first free slot; there is always one.
    private func gap(from home: Int) -> Int {
        var slot = home
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func resize(to size: Int) {
        let old = slots
        slots = [UInt64](repeating: 0, count: size)
        // A mark has enough bits to name a slot of any table that fits into memory.
        for taken in old where taken != 0 { slots[gap(from: home(taken >> 32))] = taken }
    }
}
