/// How many units of a transaction the app may hold, by the calls of its handlers `grant` and `revoke`.
///
/// An interval, because a call that failed may have had its effect. It is valid for apps that set what they credit to
/// ``StoreTransaction/remainingQuantity``; a repeated call changes nothing.
package struct Units: Sendable, Hashable {
    /// The least number of units that the app holds.
    package private(set) var low: Int
    /// The largest number of units that the app holds.
    package private(set) var high: Int

    /// Makes a known number of units.
    package init(exactly count: Int) { (low, high) = (count, count) }

    /// Makes an interval: the app holds at least `low` and at most `high`; `nil` when no number is both.
    package init?(low: Int, high: Int) {
        guard 0 <= low, low <= high else { return nil }
        (self.low, self.high) = (low, high)
    }

    /// A handler of the app that changes how many units it holds.
    package enum Call: Sendable, Hashable {
        /// The handler `grant`, which raises the units to the remaining quantity.
        case grant
        /// The handler `revoke`, which lowers the units to the remaining quantity.
        case revoke
    }

    /// The call that is due for a remaining quantity; `nil` when the app holds it, or is not granted the rest.
    package func due(remaining: Int, grants: Bool) -> Call? {
        if high > remaining { return .revoke }
        return grants && low < remaining ? .grant : nil
    }

    /// Records the beginning of a call with this remaining quantity: it may have its effect at any time from now on, or
    /// never.
    package mutating func began(_ call: Call, remaining: Int) {
        switch call {
        case .grant: high = max(high, remaining)
        case .revoke: low = min(low, remaining)
        }
    }

    /// Records the success of a call with this remaining quantity.
    package mutating func succeeded(_ call: Call, remaining: Int) {
        switch call {
        case .grant: (low, high) = (max(low, remaining), max(high, remaining))
        case .revoke: (low, high) = (min(low, remaining), min(high, remaining))
        }
    }
}
