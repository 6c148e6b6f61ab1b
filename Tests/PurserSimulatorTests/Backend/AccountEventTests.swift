import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("What an App Store shows of its account", .timeLimit(.minutes(30)))
struct AccountEventTests {
    private let clock = MovableClock(startingAt: at(0))
    private let store: EmbeddedAppStore

    init() async throws {
        store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
        try await store.activate()
    }

    private func spans(_ name: String) async -> [String] {
        await store.history(of: name).map { span in
            "\(span.kind) \(Timestamp(span.start).day)-\(span.end.map { "\(Timestamp($0).day)" } ?? "")"
        }
    }

    @Test("A subscription's life keeps its grace, its retries and the time without it, with their dates")
    func history() async throws {
        await store.updateSettings { $0.hasBillingGracePeriod = true }
        try await store.submit([payment(1, "gold")])
        try await store.setPaymentsFail(true, for: "gold")
        try await store.advanceTime(by: .seconds(40 * 86_400))
        #expect(await spans("gold") == ["paid 0-31", "grace 31-47"])
        try await store.advanceTime(by: .seconds(10 * 86_400))
        #expect(await spans("gold") == ["paid 0-31", "grace 31-47", "retry 47-91"])
        try await store.resolveIssue(with: "gold")
        let current = try #require(await store.subscription("gold")?.transaction.id)
        try await store.advanceTime(by: .seconds(86_400))
        try await store.refund(current)
        try await store.advanceTime(by: .seconds(86_400))
        try await store.submit([payment(2, "gold")])
        #expect(
            await spans("gold") == ["paid 0-31", "grace 31-47", "retry 47-50", "revoked 50-51", "paid 52-80"])
    }

    @Test("A jump of ten years leaves the same history as small steps")
    func jump() async throws {
        func progress(_ steps: Int) async throws -> [SubscriptionSpan] {
            let clock = MovableClock(startingAt: at(0))
            let store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
            await store.updateSettings { ($0.hasBillingGracePeriod, $0.renewalLimit) = (true, 100) }
            try await store.activate()
            try await store.submit([payment(1, "gold")])
            try await store.setPaymentsFail(true, for: "gold")
            for _ in 0..<steps { try await store.advanceTime(by: .seconds(3_650 * 86_400 / steps)) }
            return await store.history(of: "gold")
        }
        let inOne = try await progress(1)
        #expect(inOne.map(\.kind) == [.paid, .grace, .retry, .expired])
        #expect(try await progress(365) == inOne)
    }

    @Test("A folder keeps the history")
    func kept() async throws {
        var account = SimulatedAccountState(catalog: RandomLife.catalog)
        account.catalog.settings.failsRenewals = true
        _ = account.paymentsSubmitted([payment(1, "gold")], at: at(0))
        _ = account.live(until: day(200))
        let subscription = try #require(account.subscription)
        #expect(subscription.passed.map(\.state) == [3])
        let book = try JSONDecoder().decode(AccountBook.self, from: JSONEncoder().encode(account.book))
        #expect(
            book.subscriptions["group"]?.passed == subscription.passed
                && book.subscriptions["group"]?.phaseStart == subscription.phaseStart)
    }

    @Test("Pages of transactions are the whole list from the newest on, whatever was renewed and deleted")
    func pages() async throws {
        try await store.submit([payment(1, "gold"), payment(2, "coins")])
        try await store.advanceTime(by: .seconds(100 * 86_400))
        try await store.submit([payment(3, "lamp"), payment(4, "coins")])
        try await store.advanceTime(by: .seconds(100 * 86_400))
        try await store.deleteTransaction(try #require(await store.transactions.dropFirst(2).first).id)
        let all = await store.transactions.map(\.id)
        var read: [String] = []
        while true {
            let page = await store.latestTransactions(2, before: read.last)
            if page.isEmpty { break }
            read += page.map(\.id)
        }
        #expect(read == all.reversed())
        let coins = await store.latestTransactions(10) { $0.productID == "coins" }
        #expect(coins.count == 2 && coins.allSatisfy { $0.productID == "coins" })
        #expect(await store.latestTransactions(5, before: "none").isEmpty)
    }

    @Test("Time cannot be moved on a clock that nobody moves")
    func otherClock() async throws {
        let other = EmbeddedAppStore(catalog: RandomLife.catalog, clock: VirtualClock())
        await #expect(throws: BackendFailure.self) { try await other.advanceTime(by: .seconds(1)) }
    }

    @Test("Nothing is noted while nobody reads, and a reader begins with what happens next")
    func readers() async throws {
        // What nobody reads is not finished by mistake.
        let mailbox = try #require(store.inbox.claim())
        try await store.submit([payment(1, "coins")])
        #expect(await !store.kept.state.journal.happenings.isWatched)
        var events = store.events.makeAsyncIterator()
        try await store.submit([payment(2, "lamp")])
        _ = await store.finish(["2000000000002"])
        guard case .transaction(let transaction)? = await events.next()?.content else {
            Issue.record("no transaction")
            return
        }
        #expect(transaction.productID == "lamp")
        guard case .notification(let notification)? = await events.next()?.content,
            case .finished(let ids)? = await events.next()?.content
        else {
            Issue.record("no notification, or no finish")
            return
        }
        #expect(notification.type == "ONE_TIME_CHARGE" && ids == ["2000000000002"])
        // Who takes notifications by hand is not robbed of them.
        await store.startNotifications()
        try await store.submit([payment(3, "coins")])
        #expect(await store.takeNotifications().map(\.type) == ["ONE_TIME_CHARGE"])
        guard case .transaction? = await events.next()?.content, case .notification? = await events.next()?.content
        else {
            Issue.record("the reader was robbed")
            return
        }
        #expect(!mailbox.take().isEmpty)
    }
}
