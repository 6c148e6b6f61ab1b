/// Counts times in classes that grow with them: 32 classes to each doubling, so that none is wider than 3 %.
struct LatencyHistogram: Sendable {
    private static let stepBits: UInt64 = 5
    private static let steps = 1 << stepBits

    private var counts: [Int] = []
    private(set) var count = 0
    private(set) var maximum: UInt64 = 0

    /// Counts times given in nanoseconds.
    init(_ times: [UInt64] = []) {
        for time in times { add(time) }
    }

    mutating func add(_ nanoseconds: UInt64) {
        let index = Self.index(of: nanoseconds)
        if index >= counts.count { counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count)) }
        counts[index] += 1
        count += 1
        maximum = max(maximum, nanoseconds)
    }

    /// The time that a share of all (from 0 to 1) did not exceed, in nanoseconds; 0 when nothing was counted.
    func quantile(_ share: Double) -> Double {
        let rank = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (index, some) in counts.enumerated() {
            seen += some
            if seen >= rank { return min(Self.upperEnd(of: index), Double(maximum)) }
        }
        return Double(maximum)
    }

    /// Points of the curve: share against time, evenly spaced on a logarithmic axis of rarity.
    func curve() -> [(share: Double, nanoseconds: Double)] {
        guard count > 0 else { return [] }
        let shares = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999]
        return shares.filter { (1 - $0) * Double(count) >= 1 }.map { ($0, quantile($0)) }
    }

    private static func index(of value: UInt64) -> Int {
        guard value >= UInt64(steps) else { return Int(value) }
        let exponent = UInt64(63 - value.leadingZeroBitCount)
        let shift = exponent - stepBits
        return Int(shift + 1) * steps + Int((value >> shift) - UInt64(steps))
    }

    private static func upperEnd(of index: Int) -> Double {
        guard index >= steps else { return Double(index) }
        let shift = UInt64(index / steps - 1)
        return Double((UInt64(index % steps + steps) + 1) << shift) - 1
    }
}
