#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Marks payment tokens with the user who pays, for tokens whose user was never recorded.
///
/// Whose payments a launch makes is recorded before its first one (see ``TransactionClaims``); that decides. The mark is
/// for tokens of earlier versions, and for ledgers whose claims are lost: the lowest 16 bits of the launch number are
/// computed from its other bits and the user, so that one in 65,536 of other users' passes.
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
