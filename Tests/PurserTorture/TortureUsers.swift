import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The users who share the device in a run with `--users`; without it, one who stands for the state that all share.
struct TortureUsers: Sendable, Hashable {
    /// How many users a run may have.
    static let counts = 2...8

    /// The users' identifiers, which follow from the seed of the run.
    let ids: [UUID]

    /// So many users; `nil` for the state that all share.
    init(count: Int?, seed: UInt64) {
        var numbers = SplitMix64(seed: SplitMix64.mix(seed &+ 0x7573_6572_73))
        ids = (0..<(count ?? 1)).map { _ in Self.id(&numbers) }
    }

    /// An identifier of 16 drawn bytes.
    private static func id(_ numbers: inout SplitMix64) -> UUID {
        let bytes = [numbers.next(), numbers.next()].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    /// Whether nobody is told apart.
    var isShared: Bool { ids.count == 1 }

    /// How a store names a user.
    func account(of id: UUID) -> StoreAccount { isShared ? .shared : .user(id) }

    /// The user of an account; `nil` while nobody is named.
    func user(of account: StoreAccount) -> UUID? { isShared ? ids[0] : account.userID }

    /// A user's short name: A, B, C.
    func name(_ id: UUID?) -> String {
        guard let place = id.flatMap({ ids.firstIndex(of: $0) }) else { return id.map { "\($0)" } ?? "nobody" }
        return String(UnicodeScalar(UInt8(ascii: "A") + UInt8(clamping: place)))
    }

    /// The user who comes so many places after another one.
    func user(_ count: Int, after id: UUID?) -> UUID {
        let place = id.flatMap { ids.firstIndex(of: $0) } ?? 0
        return ids[(place + count) % ids.count]
    }
}
