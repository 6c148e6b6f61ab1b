import Purser
import Testing

@Suite("Moves between users")
struct AccountMoveTests {
    private let durable = StoreTransaction.sample("T1", "pro", .nonConsumable)

    @Test("U5: the policy decides where the store names another user")
    func policies() {
        #expect(AccountMove(of: durable, from: "Ann", to: "Bob", by: .move) == .moved)
        #expect(AccountMove(of: durable, from: "Ann", to: "Bob", by: .keep) == .kept)
        #expect(AccountMove(of: durable, from: "Ann", to: "Bob", by: .reject) == .rejected)
    }

    @Test("U5: where it names nobody or the holder, nothing moves", arguments: AccountMovePolicy.allCases)
    func unmoved(policy: AccountMovePolicy) {
        #expect(AccountMove(of: durable, from: "Ann", to: nil, by: policy) == .none)
        #expect(AccountMove(of: durable, from: "Ann", to: "Ann", by: policy) == .none)
    }

    @Test("U5: a consumable stays with its holder")
    func consumable() {
        let coins = StoreTransaction.sample("T2")
        #expect(AccountMove(of: coins, from: "Ann", to: "Bob", by: .move) == .kept)
        #expect(AccountMove(of: coins, from: "Ann", to: "Bob", by: .reject) == .rejected)
    }
}
