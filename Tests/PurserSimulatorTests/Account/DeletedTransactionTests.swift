import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("deleteTransaction(identifier:)", .timeLimit(.minutes(30)))
struct DeletedTransactionTests {
    private let clock = VirtualClock()
    private let store: EmbeddedAppStore

    init() async throws {
        store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
        try await store.activate()
    }

    @Test("It is in no list any more, its money stays where it is, and what was owned by it can be bought again")
    func listed() async throws {
        try await store.submit([payment(1, "lamp"), payment(2, "coins")])
        try await store.deleteTransaction("2000000000001")
        #expect(await store.transactions.map(\.productID) == ["coins"])
        #expect(await store.unfinishedTransactions.map(\.productID) == ["coins"])
        #expect(await store.unfinishedCount == 1)
        #expect(await store.charges.map(\.productID) == ["lamp", "coins"])
        let mailbox = try #require(store.inbox.claim())
        try await store.restore(RestoreID(rawValue: 1), for: nil)
        #expect(words(await (mailbox.next() ?? []).flatMap { $0 }) == ["restore 1 ended"])
        #expect(!String(decoding: try await store.refreshReceipt().data, as: UTF8.self).contains("lamp"))
        await #expect(throws: BackendFailure.self) { try await store.deleteTransaction("2000000000001") }
        await #expect(throws: BackendFailure.self) { try await store.refund("2000000000001") }
        try await store.submit([payment(3, "lamp")])
        #expect(await store.chargeCount == 3)
        #expect(await store.violations == [])
    }

    @Test("Of a subscription's only transaction: the customer never had it, and may have the introductory offer again")
    func onlyPeriod() async throws {
        try await store.submit([payment(1, "silver")])
        try await store.deleteTransaction("2000000000001")
        #expect(await store.subscriptions.isEmpty)
        clock.advance(by: .seconds(400 * 86_400))
        #expect(await store.transactions.isEmpty)
        try await store.submit([payment(2, "silver")])
        let again = try #require(await store.subscription("silver"))
        #expect(again.transaction.offer?.type == .introductory && again.id == again.transaction.id)
    }

    @Test("Of a subscription's present period: it goes back to the one before, and does not renew")
    func presentPeriod() async throws {
        try await store.submit([payment(1, "gold")])
        clock.advance(by: .seconds(70 * 86_400))
        try await store.deleteTransaction("4000000000002")
        let over = try #require(await store.subscription("gold"))
        #expect(over.state == .expired && over.transaction.id == "4000000000001")
        // An earlier period concerns nobody.
        try await store.submit([payment(2, "gold")])
        try await store.deleteTransaction("4000000000001")
        #expect(await store.subscription("gold")?.state == .subscribed)
        clock.advance(by: .seconds(70 * 86_400))
        #expect(await store.transactions.count == 4)
        #expect(await store.chargeCount == 6)
    }

    @Test("In a folder it stays deleted")
    func folder() throws {
        var account = SimulatedAccountState(catalog: RandomLife.catalog)
        account.book.startNoting()
        _ = account.paymentsSubmitted([payment(1, "gold"), payment(2, "lamp")], at: at(0))
        _ = account.live(until: day(40))
        var kept = AccountBook()
        func keep() throws {
            let change = try JSONEncoder().encode(account.book.change)
            account.book.kept()
            try #require(kept.repeatChange(try JSONDecoder().decode(AccountChange.self, from: change)))
        }
        try keep()
        for id in ["4000000000001", "2000000000002"] { try account.deleted(id, at: day(41)) }
        try keep()
        for book in [kept, try JSONDecoder().decode(AccountBook.self, from: try JSONEncoder().encode(kept))] {
            let reloaded = SimulatedAccountState(catalog: RandomLife.catalog, book: book)
            #expect(LifePrint(reloaded) == LifePrint(account))
            #expect(reloaded.book.transactions.history.map(\.transaction.id) == ["2000000000001"])
            #expect(book.flaw == nil)
        }
        // A step that cannot be written did not happen.
        let step = account.book.begin()
        try account.deleted("2000000000001", at: day(42))
        account.book.undo(step)
        #expect(account.book.transactions.history.count == 1)
    }
}
