#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Whose state a store works with: what is recorded, granted, owned and told is apart for each.
public struct StoreAccount: Sendable, Hashable {
    private enum Holder: Sendable, Hashable {
        case shared
        case unnamed
        case user(UUID)
    }

    private let holder: Holder

    /// One state for everybody who uses the app on this device; every transaction counts.
    public static let shared = StoreAccount(holder: .shared)

    /// Nobody yet: the app will name its user later.
    ///
    /// Everything is held until then. The backend is not asked to tell anything, so that it keeps what is paid for;
    /// nothing is owned, and calls that need a user throw `.accountNotNamed`.
    public static let unnamed = StoreAccount(holder: .unnamed)

    /// A user of the app, by the UUID that the app gives it and the App Store knows as `appAccountToken`.
    public static func user(_ id: UUID) -> StoreAccount { StoreAccount(holder: .user(id)) }

    /// The user's UUID; `nil` when it is no single user.
    public var userID: UUID? {
        guard case .user(let id) = holder else { return nil }
        return id
    }
}

extension StoreAccount: CustomStringConvertible {
    /// `shared`, `unnamed`, or `user` and the UUID.
    public var description: String {
        switch holder {
        case .shared: "shared"
        case .unnamed: "unnamed"
        case .user(let id): "user \(id)"
        }
    }
}
