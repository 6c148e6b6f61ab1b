import Purser
import PurserSimulator
import Testing

@testable import PurserTorture

@Suite("Torture: the comparison of the books")
struct TortureRecordsTests {
    private static let seeds = "seeds"
    private static let lamp = "lamp"

    private static func update(
        _ sequence: UInt64, _ id: String, _ product: String = seeds, quantity: Int = 2, round: Int = 0,
        isManual: Bool = false, kind: String = "purchased"
    ) throws -> SeenUpdate {
        let finishing = isManual ? "manual" : "atomic"
        let line =
            "\(round) \(sequence) \(kind) \(id) \(product) \(quantity) \(finishing) answer \(product) \(quantity)"
        let update = try #require(SeenUpdate(line: line[...]))
        #expect(update.line == line)
        return update
    }

    private static func charge(_ id: String, _ product: String = seeds, quantity: Int = 2) -> TortureRecords.Charge {
        .init(id: id, productID: product, quantity: quantity)
    }

    /// Three purchases that went well, one of them manual; round 0 was killed.
    private static func books() throws -> TortureRecords {
        var books = TortureRecords()
        books.charges = [charge("1"), charge("2", lamp, quantity: 1), charge("3")]
        books.kinds = [seeds: .consumable, lamp: .nonConsumable]
        books.balances = [seeds: 4]
        books.owned = [lamp]
        books.lastSequence = 3
        books.seen = [try update(1, "1"), try update(2, "2", lamp, quantity: 1), try update(3, "3", isManual: true)]
        books.grants = [.init(round: 0, id: "1"), .init(round: 0, id: "2")]
        books.handed = [.init(round: 1, id: "3")]
        books.answers = [.init(round: 0, id: "1")]
        books.killed = [0]
        return books
    }

    @Test("What a kill may do is no difference: a grant, a hand-over and an update that came twice are counted")
    func repeats() throws {
        var books = try Self.books()
        #expect(books.differences().isEmpty)
        books.grants.append(.init(round: 1, id: "1"))
        books.handed.append(.init(round: 1, id: "3"))
        books.seen.append(try Self.update(3, "3", round: 1, isManual: true))
        #expect(books.differences().isEmpty, "\(books.differences())")
        #expect(books.repeatedGrants == 1)
        #expect(books.repeatedUpdates == 1)
    }

    @Test("What was refunded is not in the balance, and need not have been handed over")
    func refunds() throws {
        var books = try Self.books()
        books.refunded = ["1"]
        books.lastSequence = 4
        books.seen.append(try Self.update(4, "1", kind: "revoked"))
        books.balances = [Self.seeds: 2]
        books.grants.removeFirst()
        #expect(books.differences().isEmpty, "\(books.differences())")
        // Taken back before it was recorded: it never was a purchase here.
        books.seen[0]?.kind = "revoked"
        books.seen.removeLast()
        books.lastSequence = 3
        #expect(books.differences().isEmpty, "\(books.differences())")
        books.refunded = []
        #expect(books.differences().contains { $0.contains("refunded 0 times") })
    }

    @Test("Each single mistake is told")
    func mistakes() throws {
        let mistakes: [(String, (inout TortureRecords) throws -> Void)] = [
            ("is in the ledger 0 times", { $0.charges.append(Self.charge("4")) }),
            ("never charged", { $0.charges.removeLast() }),
            (
                "2 times",
                {
                    $0.seen.append(try Self.update(4, "1"))
                    $0.lastSequence = 4
                }
            ),
            ("lost the context", { $0.seen[0]?.contextProductID = nil }),
            ("in the balance", { $0.balances[Self.seeds] = 6 }), ("in the balance", { $0.balances["x"] = 1 }),
            ("owned or charged", { $0.owned = [] }), ("owned or charged", { $0.owned.insert("x") }),
            ("never granted", { $0.grants.removeLast() }), ("never delivered", { $0.handed = [] }),
            ("is manual and was granted", { $0.grants.append(.init(round: 1, id: "3")) }),
            ("delivered and never charged", { $0.grants.append(.init(round: 1, id: "9")) }),
            ("without a kill", { $0.grants.append(.init(round: 0, id: "1")) }),
            (
                "without a kill",
                {
                    $0.killed = []
                    $0.grants.append(.init(round: 1, id: "1"))
                }
            ),
            ("answered and never charged", { $0.answers.append(.init(round: 0, id: "9")) }),
            ("never seen", { $0.seen.removeFirst() }), ("the ledger ends", { $0.lastSequence = 2 }),
            ("right after", { $0.seen.swapAt(0, 1) }),
            ("was first", { $0.seen.append(try Self.update(3, "1", round: 1)) }),
            ("cannot be read", { $0.grants.append(nil) }), ("cannot be read", { $0.seen.append(nil) }),
            ("refunded 1 times", { $0.refunded = ["1"] }), ("left unfinished", { $0.unfinished = 1 }),
            ("dead letters", { $0.deadLetters = 1 }),
        ]
        for (words, make) in mistakes {
            var books = try Self.books()
            try make(&books)
            #expect(books.differences().contains { $0.contains(words) }, "\(words): \(books.differences())")
        }
    }
}

@Suite("Torture: its plan")
struct TorturePlanTests {
    @Test("A seed decides what is bought and when it is killed; another seed decides otherwise")
    func seeds() throws {
        let products = try SimulatorCatalog.torture.products
        let pace = TorturePace(marks: Array("smobpgabpgfrmce".utf8), start: 20_000)
        let plans = { (seed: UInt64) in (0..<50).map { TorturePlan(seed: seed, round: $0) } }
        let bought = { (seed: UInt64) in plans(seed).map { $0.requests(caller: 1, of: products) } }
        let moments = { (seed: UInt64) in plans(seed).map { $0.killMoment(pace) } }
        #expect(bought(1) == bought(1))
        #expect(bought(1) != bought(2))
        #expect(moments(1) == moments(1))
        #expect(moments(1) != moments(2))
        #expect(Set(moments(1).map(\.mark)).count == 6)
        #expect(moments(1).contains { $0.isDue(after: []) })
    }
}
