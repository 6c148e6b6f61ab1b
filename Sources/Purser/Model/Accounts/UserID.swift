#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// An app's user in payments, transactions and records: the account token in two machine words.
///
/// Decisions compare and copy users for each transaction. A `UUID` is copied by a library call, which is slower.
package struct UserID: Sendable, Hashable, CustomStringConvertible, Comparable {
    /// The first eight bytes of the token, the first one highest.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    /// The user of these words.
    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// The user of an account token.
    package init(_ token: UUID) {
        let (high, low) = withUnsafeBytes(of: token.uuid) {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }

    /// The account token.
    package var token: UUID {
        var bytes = UUID.zero.uuid
        withUnsafeMutableBytes(of: &bytes) {
            $0.storeBytes(of: high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return UUID(uuid: bytes)
    }

    /// The account token's text.
    package var description: String { token.uuidString }

    /// In the order of the tokens' texts.
    package static func < (lhs: UserID, rhs: UserID) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}
