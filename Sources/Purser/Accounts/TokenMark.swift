#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Marks payment tokens with the user who pays, so that the token alone shows whose payment it is.
///
/// The lowest 16 bits of the token's launch number are computed from its other bits and the user. So the store keeps no
/// list of other users' tokens. By chance, one in 65,536 tokens of another user has the mark of the present one.
package enum TokenMark {
    private static let bits: UInt64 = 0xFFFF

    /// The launch number for a user's tokens.
    ///
    /// - Parameters:
    ///   - drawn: 64 random bits, of which the upper 48 are kept.
    ///   - user: the user who pays; `nil` for the state that all users share.
    package static func launch(_ drawn: UInt64, for user: UUID?) -> UInt64 {
        drawn & ~bits | mark(drawn & ~bits, user)
    }

    /// Whether a token has the mark of this user; `nil` asks for the state that all users share.
    package static func isMade(_ token: PaymentToken, for user: UUID?) -> Bool {
        token.launch & bits == mark(token.launch & ~bits, user)
    }

    private static func mark(_ drawn: UInt64, _ user: UUID?) -> UInt64 {
        let bytes = (user ?? .zero).bytes
        let halves: (UInt64, UInt64) = (bytes.number(at: 0), bytes.number(at: 8))
        return SplitMix64.mix(SplitMix64.mix(drawn ^ halves.0) ^ halves.1) & bits
    }
}
