#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The user for whom a store works.
///
/// Each user has separate records, grants, entitlements and updates.
public struct StoreAccount: Sendable, Hashable, CustomStringConvertible {
    private enum Holder: Sendable, Hashable {
        case shared
        case unnamed
        case user(UUID)
    }

    private let holder: Holder

    /// One account for all users of the app on this device.
    ///
    /// Every transaction of the App Store's customer counts.
    public static let shared = StoreAccount(holder: .shared)

    /// No user yet: the app will name its user later.
    ///
    /// Until then the store does not listen to the backend, which keeps the paid transactions. Nothing is owned, and
    /// calls that need a user throw `.accountNotNamed`.
    public static let unnamed = StoreAccount(holder: .unnamed)

    /// A user of the app, by the UUID that the app has assigned to that user.
    ///
    /// The App Store calls it `appAccountToken`.
    public static func user(_ id: UUID) -> StoreAccount { StoreAccount(holder: .user(id)) }

    /// The user's UUID; `nil` for `shared` and `unnamed`.
    public var userID: UUID? { if case .user(let id) = holder { id } else { nil } }

    /// `shared`, `unnamed`, or `user` and the first digits of the UUID.
    public var description: String {
        switch holder {
        case .shared: "shared"
        case .unnamed: "unnamed"
        case .user(let id): "user \(Wording.user(id))"
        }
    }
}

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
