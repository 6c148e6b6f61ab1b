#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Marks payment tokens with the user whose payments they are, so that a token alone tells whose it is.
///
/// The lowest 16 bits of a launch's number follow from its other bits and the user. So no list of other users' tokens
/// has to be kept; a token of another user passes for one's own once in 65,536 times.
package enum TokenMark {
    private static let bits: UInt64 = 0xFFFF

    /// The number of a launch for a user, out of random bits; `nil` is the state that all users share.
    package static func launch(_ drawn: UInt64, for user: UUID?) -> UInt64 {
        drawn & ~bits | mark(drawn & ~bits, user)
    }

    /// Whether a token was made for this user.
    package static func isMade(_ token: PaymentToken, for user: UUID?) -> Bool {
        token.launch & bits == mark(token.launch & ~bits, user)
    }

    private static func mark(_ drawn: UInt64, _ user: UUID?) -> UInt64 {
        let bytes = (user ?? .zero).bytes
        let halves: (UInt64, UInt64) = (bytes.number(at: 0), bytes.number(at: 8))
        return SplitMix64.mix(SplitMix64.mix(drawn ^ halves.0) ^ halves.1) & bits
    }
}
