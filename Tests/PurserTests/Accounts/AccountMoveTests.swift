import Foundation
import Testing

@testable import Purser

@Suite("U5: what becomes of a purchase for which the store names another user")
struct AccountMoveTests {
    private let ada = UUID()
    private let ben = UUID()

    private func decision(
        _ policy: AccountMovePolicy, to named: UUID, _ known: AccountMove.Known?, isConsumable: Bool = false,
        holder: UUID? = nil
    ) -> String {
        let move = AccountMove(user: ada, named: named, isConsumable: isConsumable, known: known, holder: holder)
        let (step, owner) = move.decision(policy)
        return "\(step)" + (owner.map { $0 == ada ? ", Ada has it" : ", Ben has it" } ?? "")
    }

    @Test("U5: moved, it is taken back from the one and given to the other; consumables stay")
    func move() {
        #expect(decision(.move, to: ben, .standing) == "takeBack, Ben has it")
        #expect(decision(.move, to: ben, .takenBack) == "leave, Ben has it")
        #expect(decision(.move, to: ben, nil) == "leave, Ben has it")
        #expect(decision(.move, to: ada, nil) == "take, Ada has it")
        #expect(decision(.move, to: ada, .takenBack) == "take, Ada has it")
        #expect(decision(.move, to: ben, .standing, isConsumable: true) == "take, Ada has it")
        #expect(decision(.move, to: ben, .takenBack, isConsumable: true) == "take, Ada has it")
        #expect(decision(.move, to: ben, .takenBack, isConsumable: true, holder: ben) == "leave")
        #expect(decision(.move, to: ada, nil, isConsumable: true) == "leave")
    }

    @Test("U5: kept, it stays where it is and is told there; refused, it is told nowhere")
    func keepAndRefuse() {
        #expect(decision(.keep, to: ben, .standing) == "take, Ada has it")
        #expect(decision(.keep, to: ben, .takenBack) == "take, Ada has it", "the store gives a refund back")
        #expect(decision(.keep, to: ben, .takenBack, holder: ben) == "leave", "it has moved")
        #expect(decision(.keep, to: ada, nil) == "leave")
        #expect(decision(.refuse, to: ben, .standing) == "takeUnnamed, Ada has it")
        #expect(decision(.refuse, to: ben, .takenBack, holder: ben) == "refuse")
        #expect(decision(.refuse, to: ada, nil) == "refuse")
    }

    @Test("U5: a description that is older than the known one moves nothing", arguments: AccountMovePolicy.allCases)
    func older(policy: AccountMovePolicy) {
        for named in [ada, ben] { #expect(decision(policy, to: named, .newer) == "leave") }
    }

    @Test("U5: what was given to somebody stays given after a relaunch, and may be given back")
    func given() async throws {
        let storage = KeptStorage()
        let claims = TransactionClaims(storage: storage)
        let lamp = StoreTransaction.sample("L", "lamp", .nonConsumable)
        _ = try await claims.claim([BackendTransaction(lamp, origin: .elsewhere)], for: ada)
        #expect(try await claims.given(["L"]).isEmpty)
        try await claims.give([("L", ben)])
        try await claims.give([("L", ben)])
        let again = TransactionClaims(storage: storage)
        #expect(try await again.holders(of: [lamp]) == ["L": ben])
        #expect(try await again.given(["L"]) == ["L": ben])
        #expect(try await again.claim([BackendTransaction(lamp, origin: .elsewhere)], for: ada) == ["L"])
        try await again.give([("L", ada)])
        #expect(try await TransactionClaims(storage: storage).holders(of: [lamp]) == ["L": ada])
        let records = Lock(0)
        try storage.load { _ in records.withLock { $0 += 1 } }
        #expect(records.withLock { $0 } == 3)
    }
}
