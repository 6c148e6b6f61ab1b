/// 16 random bytes that key a ledger's hashes, so that colliding identifiers cannot be made up.
package struct LedgerSecret: Sendable, Hashable {
    /// The first eight bytes, as a number.
    package var first: UInt64
    /// The last eight bytes, as a number.
    package var second: UInt64

    /// A secret by its halves.
    package init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// Draws a secret.
    package init(using generator: inout some RandomNumberGenerator) {
        self.init(first: generator.next(), second: generator.next())
    }

    /// The hash with this secret as its key.
    package var hash: KeyedHash { KeyedHash(first: first, second: second) }

    /// All zeros.
    package static let zero = LedgerSecret(first: 0, second: 0)
}
