import Foundation
import Purser
import PurserSimulator
import Testing

@testable import PurserTorture

@Suite("Torture: the comparison of the books")
struct TortureRecordsTests {
    private typealias Records = TortureRecords

    private static let users = TortureUsers(count: 2, seed: 1)
    private static let (ada, ben) = (users.ids[0], users.ids[1])
    private static let seeds = "com.example.garden.seeds.10"
    private static let lamp = "lamp"

    private static func call(
        _ kind: UserCall.Kind, _ user: UUID, _ id: String, _ product: String, _ remaining: Int, key: Int
    ) -> UserCall {
        UserCall(
            round: 0, kind: kind, user: user, id: id, productID: product, remaining: remaining, key: "\(user)-\(key)")
    }

    private static func seen(
        _ user: UUID, _ sequence: Int, _ id: String, _ product: String, quantity: Int, kind: String = "purchased",
        context: UUID?
    ) throws -> SeenUpdate {
        let terms = context.map { "\($0) \(product) \(quantity)" } ?? "- - -"
        let line = "\(user) 0 \(sequence) \(kind) \(id) \(product) \(quantity) atomic answer 25 \(terms)"
        let update = try #require(SeenUpdate(line: line[...]))
        #expect(update.line == line)
        return update
    }

    /// Ada bought seeds, of which a part was refunded, and a lamp that moved to Ben; Ben bought seeds.
    private static func books(_ policy: AccountMovePolicy = .move) throws -> Records {
        var books = Records(users: users, policy: policy)
        books.listed = [
            .init(id: "1", productID: seeds, type: .consumable, user: ada, remaining: 3),
            .init(id: "2", productID: lamp, type: .nonConsumable, user: ben, remaining: 1),
            .init(id: "3", productID: seeds, type: .consumable, user: ben, remaining: 5),
        ]
        books.charges = [
            .init(id: "1", token: "a-1", productID: seeds, quantity: 4),
            .init(id: "2", token: "a-2", productID: lamp, quantity: 1),
            .init(id: "3", token: "b-1", productID: seeds, quantity: 5),
        ]
        books.payments = [
            .init(token: "a-1", user: ada, productID: seeds, quantity: 4),
            .init(token: "a-2", user: ada, productID: lamp, quantity: 1),
            .init(token: "b-1", user: ben, productID: seeds, quantity: 5),
        ]
        books.moves = [.init(subject: "2", user: ben)]
        books.refunds = ["1"]
        books.calls = [
            call(.grant, ada, "1", seeds, 4, key: 1), call(.grant, ada, "2", lamp, 1, key: 2),
            call(.grant, ben, "3", seeds, 5, key: 1), call(.revoke, ada, "1", seeds, 3, key: 3),
            call(.revoke, ada, "2", lamp, 0, key: 4), call(.grant, ben, "2", lamp, 1, key: 2),
        ]
        books.seen = [
            try seen(ada, 1, "1", seeds, quantity: 4, context: ada),
            try seen(ada, 2, "2", lamp, quantity: 1, context: ada),
            try seen(ben, 1, "3", seeds, quantity: 5, context: ben),
            try seen(ada, 3, "1", seeds, quantity: 4, kind: "revoked", context: ada),
            try seen(ada, 4, "2", lamp, quantity: 1, kind: "revoked", context: ada),
            try seen(ben, 2, "2", lamp, quantity: 1, context: nil),
        ]
        books.shown = [
            ada: .init(balances: [seeds: 3], lastSequence: 4),
            ben: .init(balances: [seeds: 5], owned: [lamp], lastSequence: 2),
        ]
        return books
    }

    @Test("U3, U5, F10: a part refunded and a purchase moved are no difference, nor is a call that comes twice")
    func agreeing() throws {
        var books = try Self.books()
        #expect(books.differences().isEmpty, "\(books.differences())")
        books.calls.append(books.calls[0])
        books.seen.append(books.seen[5])
        #expect(books.differences().isEmpty, "\(books.differences())")
        #expect(books.repeatedCalls == 1)
        #expect(books.repeatedUpdates == 1)
    }

    @Test(
        "U5: with another policy the purchase stays, and a move is a difference",
        arguments: [AccountMovePolicy.keep, .reject])
    func kept(_ policy: AccountMovePolicy) throws {
        var books = try Self.books(policy)
        #expect(books.differences().contains { $0.contains("granted to A and B, and nothing moves it") })
        books.calls.removeLast(2)
        books.seen.removeAll {
            $0?.id == "2" && $0?.kind == "revoked" || $0?.sequence == 2 && $0?.user == Self.ben
        }
        books.shown[Self.ada] = .init(balances: [Self.seeds: 3], owned: [Self.lamp], lastSequence: 3)
        books.shown[Self.ben] = .init(balances: [Self.seeds: 5], lastSequence: 1)
        #expect(books.differences().isEmpty, "\(books.differences())")
    }

    @Test("Each single mistake is reported")
    func mistakes() throws {
        let (ada, ben) = (Self.ada, Self.ben)
        let mistakes: [(String, (inout Records) throws -> Void)] = [
            ("nobody holds it", { $0.calls.removeAll { $0?.id == "3" } }),
            ("held by A and B", { $0.calls.remove(at: 4) }),
            ("keeps units", { $0.listed[2].remaining = 0 }),
            ("A has 4", { $0.calls.remove(at: 3) }),
            ("whom nobody named", { $0.moves = [] }),
            ("whom nobody named", { $0.calls[2] = Self.call(.grant, ada, "3", Self.seeds, 5, key: 9) }),
            ("names B, and A holds it", { $0.calls.removeLast(2) }),
            ("the other handler was called", { $0.calls[0]?.kind = .manual }),
            ("was delivered and never charged", { $0.calls.append(Self.call(.grant, ada, "9", Self.lamp, 1, key: 9)) }),
            ("stands for two updates", { $0.calls[1]?.key = "\(ada)-1" }),
            ("no payment asked for it", { $0.payments.removeLast() }),
            ("no payment asked for it", { $0.payments[0]?.quantity = 3 }),
            ("charged more than once", { $0.charges[1].token = "a-1" }),
            ("is not listed", { $0.listed.removeLast() }),
            ("3 is in nobody's ledger", { $0.seen.remove(at: 2) }),
            (
                "recorded as bought 2 times",
                { $0.seen.append(try Self.seen(ben, 3, "3", Self.seeds, quantity: 5, context: ben)) }
            ),
            ("recorded as bought 0 times", { $0.seen[2]?.kind = "changed" }),
            ("one refund of 1 is recorded twice", { $0.seen[0]?.kind = "revoked" }),
            ("has a context of A", { $0.seen[5]?.contextUser = ada }),
            ("lost the context", { $0.seen[2]?.contextUser = nil }),
            ("the context of another payment", { $0.seen[2]?.contextQuantity = 4 }),
            ("never charged", { $0.seen[2]?.id = "9" }),
            ("holds 3, and is shown 4", { $0.shown[ada]?.balances = [Self.seeds: 4] }),
            ("is shown x", { $0.shown[ada]?.owned = ["x"] }),
            ("is not shown it", { $0.shown[ben]?.owned = [] }),
            ("does not settle", { $0.shown[ben]?.isSettled = false }),
            ("1 transaction unfinished", { $0.shown[ben]?.unfinished = 1 }),
            ("1 failed update", { $0.shown[ben]?.failed = 1 }),
            ("never shown", { $0.shown[ben] = nil }),
            ("B: update 2 of 2 was never seen", { $0.seen.removeLast() }),
            ("saw update 3 right after 1", { $0.seen.swapAt(0, 1) }),
            ("was first", { $0.seen.append(try Self.seen(ada, 4, "1", Self.seeds, quantity: 4, context: ada)) }),
            ("A: update 4 was seen, but", { $0.shown[ada]?.lastSequence = 3 }),
            ("2 transactions unfinished: 1, 2", { $0.unfinished = ["1", "2"] }),
            ("finished twice", { $0.violations = ["finished twice"] }),
            ("cannot be read", { $0.calls.append(nil) }), ("cannot be read", { $0.seen.append(nil) }),
            ("cannot be read", { $0.moves.append(nil) }), ("cannot be read", { $0.payments.append(nil) }),
        ]
        for (words, make) in mistakes {
            var books = try Self.books()
            try make(&books)
            #expect(books.differences().contains { $0.contains(words) }, "\(words): \(books.differences())")
        }
    }

    @Test(
        "D1: where nobody is told apart, a handler is called again only after a kill, and a manual purchase has no grant"
    )
    func shared() throws {
        var books = Records(users: TortureUsers(count: nil, seed: 1), policy: .keep)
        let user = books.users.ids[0]
        let call = Self.call(.grant, user, "1", Self.seeds, 2, key: 1)
        books.listed = [.init(id: "1", productID: Self.seeds, type: .consumable, remaining: 2)]
        books.charges = [.init(id: "1", token: "a-1", productID: Self.seeds, quantity: 2)]
        books.payments = [.init(token: "a-1", user: user, productID: Self.seeds, quantity: 2)]
        books.calls = [call]
        books.seen = [try Self.seen(user, 1, "1", Self.seeds, quantity: 2, context: user)]
        books.shown = [user: .init(balances: [Self.seeds: 2], lastSequence: 1)]
        #expect(books.differences().isEmpty, "\(books.differences())")
        var again = call
        again.round = 1
        books.calls.append(again)
        #expect(books.differences().contains { $0.contains("in round 0 and in 1 without a kill") })
        books.killed = [0]
        #expect(books.differences().isEmpty && books.repeatedCalls == 1, "\(books.differences())")
        books.calls[1] = call
        #expect(books.differences().contains { $0.contains("in round 0 and in 0 without a kill") })
        books.calls.removeLast()
        books.listed[0].isManual = true
        #expect(books.differences().contains { $0.contains("1 is manual, and the other handler was called") })
        books.calls[0]?.kind = .manual
        #expect(books.differences().isEmpty, "\(books.differences())")
        books.calls = []
        #expect(books.differences().contains { $0.contains("nobody holds it") })
    }

    @Test("E2: of a subscription the latest period counts; whoever holds no period is shown none")
    func subscriptions() throws {
        var books = try Self.books()
        for (id, product, remaining) in [("4", "club", 0), ("5", "plus", 1)] {
            books.listed.append(
                .init(
                    id: id, productID: product, type: .autoRenewable, group: "g", user: Self.ben, remaining: remaining))
            books.charges.append(.init(id: id, token: "b-\(id)", productID: product, quantity: 1))
            books.payments.append(.init(token: "b-\(id)", user: Self.ben, productID: product, quantity: 1))
        }
        books.calls.append(Self.call(.grant, Self.ben, "5", "plus", 1, key: 3))
        books.seen += [
            try Self.seen(Self.ben, 3, "4", "club", quantity: 1, context: Self.ben),
            try Self.seen(Self.ben, 4, "5", "plus", quantity: 1, context: Self.ben),
        ]
        books.shown[Self.ben]?.lastSequence = 4
        #expect(books.differences().contains { $0.contains("B holds plus, and is not shown it") })
        books.shown[Self.ben]?.owned.insert("plus")
        #expect(books.differences().isEmpty, "\(books.differences())")
        books.shown[Self.ada]?.owned.insert("club")
        #expect(books.differences().contains { $0.contains("A is shown club, and does not hold it") })
    }
}

@Suite("Torture: units, notes and plan")
struct TorturePlanTests {
    private static let user = TortureUsers(count: 2, seed: 1).ids[0]

    private static func call(_ kind: UserCall.Kind, _ remaining: Int, _ key: String) -> UserCall {
        UserCall(round: 0, kind: kind, user: user, id: "1", productID: "p", remaining: remaining, key: key)
    }

    @Test(
        "F10: a repeated call counts once, and both ways of following the calls come to the same",
        arguments: UnitBook.Method.allCases)
    func units(_ method: UnitBook.Method) {
        let calls = [
            Self.call(.grant, 4, "k-1"), Self.call(.grant, 4, "k-1"), Self.call(.revoke, 1, "k-2"),
            Self.call(.grant, 3, "k-3"), Self.call(.grant, 4, "k-1"),
        ]
        let book = UnitBook(calls, method)
        #expect(book.units(of: "1", for: Self.user) == 3)
        #expect(book.held(by: Self.user) == ["1": 3])
        #expect(book.holders(of: "1") == [Self.user])
        #expect(UnitBook(calls + [Self.call(.revoke, 0, "k-4")], method).holders(of: "1").isEmpty)
    }

    @Test("A note is read as it was written, and a line that makes no sense is none")
    func notes() {
        let call = Self.call(.revoke, 2, "k-9")
        #expect(UserCall(line: call.line[...]) == call)
        let payment = UserPayment(token: "a-1", user: Self.user, productID: "p", quantity: 2)
        #expect(UserPayment(line: payment.line[...]) == payment)
        let move = UserMove(subject: "1", user: Self.user)
        #expect(UserMove(line: move.line[...]) == move)
        #expect(UserCall(line: "0 frob") == nil)
        #expect(UserPayment(line: "a-1 nobody p 2") == nil)
        #expect(UserMove(line: "1") == nil)
        #expect(SeenUpdate(line: "1 2") == nil)
    }

    @Test(
        "A seed decides who the users are and what they do; the policies take turns, and kills fall at marks of users")
    func seeds() throws {
        #expect(TortureUsers(count: 3, seed: 1) == TortureUsers(count: 3, seed: 1))
        #expect(TortureUsers(count: 3, seed: 1) != TortureUsers(count: 3, seed: 2))
        #expect(Set(TortureUsers(count: 8, seed: 1).ids).count == 8)
        let products = try SimulatorCatalog.torture.products
        func plans(_ seed: UInt64, users: Int? = 3) -> [TorturePlan] {
            (0..<150).map { TorturePlan(seed: seed, round: $0, users: users) }
        }
        func steps(_ seed: UInt64) -> [TorturePlan.Step] {
            plans(seed).flatMap { $0.steps(caller: 0, of: products) }
        }
        #expect(steps(1) == steps(1))
        #expect(steps(1) != steps(2))
        #expect(Set(plans(1).map(\.first)).count == 3)
        #expect(Set(plans(1).map(\.policy)).count == 3)
        #expect(plans(1)[0].policy == .move && plans(1)[49].policy == .move)
        let pace = TorturePace(marks: Array("smobpgabpgwnvxfrmce".utf8), start: 20_000)
        let marks = Set(plans(1).map { $0.killMoment(pace).mark })
        #expect(marks.isSuperset(of: [.switching, .switched, .revoked, .moved]))
        let shared = plans(1, users: nil)
        let moments = shared.map { $0.killMoment(pace) }
        #expect(moments == shared.map { $0.killMoment(pace) } && moments.contains { $0.isDue(after: []) })
        #expect(moments != plans(2, users: nil).map { $0.killMoment(pace) })
        #expect(Set(moments.map(\.mark)).count == 6)
        let finishings = shared.flatMap { $0.steps(caller: 1, of: products) }.compactMap { step -> Finishing? in
            if case .buy(_, _, let finishing) = step { finishing } else { nil }
        }
        #expect(Set(finishings) == [.atomic, .manual])
    }

    @Test("A switch that has begun and not ended is a phase of its own")
    func phases() {
        #expect(TorturePhase(after: Array("sobw".utf8)) == .switching)
        #expect(TorturePhase(after: Array("sobwn".utf8)) == .working)
        #expect(TorturePhase(after: Array("sobwnwc".utf8)) == .closing)
        #expect(!TorturePhase.phases(withUsers: false).contains(.switching))
    }
}
