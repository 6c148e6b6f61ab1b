import Purser
import Testing

@Suite("Moves between users")
struct AccountMoveTests {
    private let durable = StoreTransaction.sample("T1", "pro", .nonConsumable)

    @Test("U5: the policy decides where the store names another user")
    func policies() {
        #expect(AccountMove(of: durable, after: nil, from: "Ann", to: "Bob", by: .move) == .moved)
        #expect(AccountMove(of: durable, after: nil, from: "Ann", to: "Bob", by: .keep) == .kept)
        #expect(AccountMove(of: durable, after: nil, from: "Ann", to: "Bob", by: .reject) == .rejected)
    }

    @Test("U5: where it names nobody or the holder, nothing moves", arguments: AccountMovePolicy.allCases)
    func unmoved(policy: AccountMovePolicy) {
        #expect(AccountMove(of: durable, after: nil, from: "Ann", to: nil, by: policy) == .none)
        #expect(AccountMove(of: durable, after: nil, from: "Ann", to: "Ann", by: policy) == .none)
    }

    @Test("U5: what was signed before the latest version moves nothing", arguments: AccountMovePolicy.allCases)
    func older(policy: AccountMovePolicy) {
        func move(signed seconds: Int64?, after latest: Int64?) -> AccountMove {
            let thing = StoreTransaction.sample("T1", "pro", .nonConsumable) { $0.signedTime = seconds.map { at($0) } }
            return AccountMove(of: thing, after: latest.map { at($0) }, from: "Ann", to: "Bob", by: policy)
        }
        #expect(move(signed: 4, after: 5) == .none)
        for (signed, latest) in [(5, 5), (6, 5), (nil, 5), (4, nil)] as [(Int64?, Int64?)] {
            #expect(move(signed: signed, after: latest) != .none)
        }
    }

    @Test("U5: a consumable stays with its holder")
    func consumable() {
        let coins = StoreTransaction.sample("T2")
        #expect(AccountMove(of: coins, after: nil, from: "Ann", to: "Bob", by: .move) == .kept)
        #expect(AccountMove(of: coins, after: nil, from: "Ann", to: "Bob", by: .reject) == .rejected)
    }
}
