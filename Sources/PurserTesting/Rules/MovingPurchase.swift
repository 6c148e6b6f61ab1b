package import Purser

/// Whose one purchase is, and whether it is refunded, after reports in any order: the rule of moves between users (U5,
/// O6) in its own words.
///
/// Every place that decides by this rule is compared with it in tests.
package struct MovingPurchase: Sendable, Hashable, CustomStringConvertible {
    /// A version of the purchase, as the App Store signs it.
    package struct Version: Sendable, Hashable {
        /// The number of the user whom it names.
        package let user: Int
        /// When it was signed, in seconds.
        package let time: Int64
        /// Whether it is refunded.
        package let isRefunded: Bool

        /// A version that names a user.
        package init(user: Int, time: Int64, isRefunded: Bool = false) {
            (self.user, self.time, self.isRefunded) = (user, time, isRefunded)
        }
    }

    /// Every version that names one of some users, signed at one of some moments.
    package static func versions(users: Int, times: Int64) -> [Version] {
        (1...times).flatMap { time in
            (0..<users).flatMap { user in
                [false, true].map { Version(user: user, time: time, isRefunded: $0) }
            }
        }
    }

    /// A purchase of each type by each policy, before its first report.
    package static let all = AccountMovePolicy.allCases.flatMap { policy in
        [StoreProduct.ProductType.consumable, .nonConsumable, .autoRenewable].map { MovingPurchase(of: $0, by: policy) }
    }

    /// The type of its product.
    package let type: StoreProduct.ProductType
    /// What happens where a version names another user.
    package let policy: AccountMovePolicy
    /// The latest version that was reported; `nil` before the first one.
    package private(set) var latest: Version?
    /// The number of the user who has it; `nil` before the first report.
    package private(set) var holder: Int?

    /// A purchase of a product of this type that was not reported yet.
    package init(of type: StoreProduct.ProductType, by policy: AccountMovePolicy) {
        (self.type, self.policy) = (type, policy)
    }

    /// Takes a version as reported; returns whether it is the latest one so far, without which it changes nothing.
    package mutating func take(_ version: Version) -> Bool {
        if let latest, version.time <= latest.time { return false }
        latest = version
        if holder == nil || policy == .move && type != .consumable { holder = version.user }
        return true
    }

    /// The policy and the type, and who has which version.
    package var description: String {
        guard let latest, let holder else { return "\(policy), \(type)" }
        return "\(policy), \(type): user \(holder) has \(latest)"
    }

    /// Whether a user may use it.
    package func isOwned(by user: Int) -> Bool { holder == user && latest?.isRefunded == false }
}

/// Calls a step for every order and repetition of up to `depth` inputs, one time for each state that these lead to.
///
/// - Parameters:
///   - key: is equal for states that lead to the same from then on.
///   - step: the state after an input; `nil` where the input cannot follow.
/// - Returns: the number of states.
@discardableResult
package func forEachOrder<State, Key: Hashable, Input>(
    of inputs: [Input], from start: State, depth: Int, key: (State) throws -> Key,
    step: (State, Input) throws -> State?
) rethrows -> Int {
    var known: Set<Key> = [try key(start)]
    var states = [start]
    for _ in 0..<depth {
        states = try states.flatMap { state in
            try inputs.compactMap { input in
                guard let next = try step(state, input), known.insert(try key(next)).inserted else { return nil }
                return next
            }
        }
    }
    return known.count
}
