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
