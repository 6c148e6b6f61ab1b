/// A number of 128 bits that represents a text, as a key for tables: see ``KeyedHash``.
package struct Fingerprint: Sendable, Hashable {
    /// The first 64 bits.
    package var high: UInt64
    /// The last 64 bits.
    package var low: UInt64

    static let zero = Fingerprint(high: 0, low: 0)

    /// Makes the number from these bits.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension Fingerprint: TableKey {
    /// The lower half; the bits of a fingerprint are spread evenly already.
    package var spread: UInt64 { low }
}
