import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("The App Store's messages to the customer", .timeLimit(.minutes(30)))
struct CustomerMessageTests {
    private let clock = VirtualClock()
    private let store: EmbeddedAppStore
    private let mailbox: Mailbox<[BackendEvent]>

    init() async throws {
        store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
        mailbox = try await store.listening()
    }

    /// The messages that were reported since the last call, up to the present moment.
    private func messages() async throws -> [StoreMessage] {
        try await store.redeliver()
        return mailbox.take().flatMap { $0 }.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    private func wait(days: Int) { clock.advance(by: .seconds(days * 86_400)) }

    @Test("A renewal that cannot be paid: a billing issue, once, at each launch again, and not once it is paid")
    func billingIssue() async throws {
        try await store.submit([payment(1, "gold")])
        try await store.setPaymentsFail(true, for: "gold")
        #expect(try await messages().isEmpty)
        wait(days: 32)
        #expect(try await messages().map(\.reason) == [.billingIssue])
        wait(days: 1)
        await store.updateSettings { $0.hasBillingGracePeriod = true }
        await store.deactivate()
        try await store.activate()
        #expect(try await messages().map(\.reason) == [.billingIssue])
        try await store.resolveIssue(with: "gold")
        await store.deactivate()
        try await store.activate()
        #expect(try await messages().isEmpty)
    }

    @Test("A higher price: a message until the customer has agreed, and another one for the next increase")
    func priceIncrease() async throws {
        try await store.submit([payment(1, "gold")])
        try await store.requestPriceIncreaseConsent(for: "gold", to: 12)
        #expect(try await messages().map(\.reason) == [.priceIncreaseConsent])
        try await store.setAutoRenew(false, for: "gold")
        try await store.setAutoRenew(true, for: "gold")
        #expect(try await messages().isEmpty)
        try await store.consentToPriceIncrease(of: "gold")
        #expect(try await messages().isEmpty)
        try await store.requestPriceIncreaseConsent(for: "gold", to: 15)
        #expect(try await messages().map(\.reason) == [.priceIncreaseConsent])
        // Where the customer need not agree, nobody asks them.
        try await store.increasePrice(of: "gold", to: 16)
        try await store.increasePrice(of: "gold", to: 17)
        #expect(try await messages().isEmpty)
    }

    @Test("A subscription that has ended: a message where there is a win-back offer, and none where there is none")
    func winBack() async throws {
        try await store.submit([payment(1, "silver")])
        try await store.expire("silver")
        #expect(try await messages().map(\.reason) == [.winBackOffer])
        try await store.submit([payment(2, "gold")])
        try await store.expire("gold")
        #expect(try await messages().isEmpty)
    }

    @Test("A message that the app displays is noted, and messages have identifiers of their own")
    @MainActor
    func displayed() async throws {
        try await store.submit([payment(1, "gold")])
        try await store.requestPriceIncreaseConsent(for: "gold", to: 12)
        let first = try #require(await messages().first)
        await store.deactivate()
        try await store.activate()
        let second = try #require(await messages().first)
        #expect(first.id != second.id)
        #expect(await store.displayedMessages.isEmpty)
        try second.display()
        #expect(await store.displayedMessages == [.priceIncreaseConsent])
    }

    @Test("Each device has its own messages")
    func devices() async throws {
        let tablet = await store.addDevice()
        let toTablet = try #require(tablet.inbox.claim())
        try await store.submit([payment(1, "gold")])
        try await store.requestPriceIncreaseConsent(for: "gold", to: 12)
        #expect(try await messages().count == 1)
        try await tablet.activate()
        let events = toTablet.take().flatMap { $0 }
        #expect(events.count { if case .message = $0 { true } else { false } } == 1)
    }

    @Test("An app reads them from its store")
    func throughTheStore() async throws {
        let appStore = EmbeddedAppStore(catalog: RandomLife.catalog, clock: clock)
        let store = try await appStore.openStore()
        var messages = store.messages.makeAsyncIterator()
        _ = try await store.purchase("gold")
        try await appStore.requestPriceIncreaseConsent(for: "gold", to: 12)
        #expect(await messages.next()?.reason == .priceIncreaseConsent)
        try await store.close()
    }
}

@Suite("The status of subscriptions that cannot be read", .timeLimit(.minutes(30)))
struct UnreadableStatusTests {
    private static func reports(_ events: [BackendEvent]) -> Int {
        events.count {
            switch $0 {
            case .renewalInfo, .subscriptionStatus: true
            default: false
            }
        }
    }

    @Test("The error of a .storekit file has this effect, without a diagnostic, and no other call fails")
    func configured() async throws {
        let file = try configuration(
            """
            {"products":[{"productID":"coins","type":"Consumable","displayPrice":"1"}],
            "subscriptionGroups":[{"id":"G","name":"G","subscriptions":[{"productID":"s","type":"RecurringSubscription",
            "displayPrice":"5","recurringSubscriptionPeriod":"P1M"}]}],
            "settings":{"_storeKitErrors":[
            {"current":{"index":2,"type":"generic"},"enabled":true,"name":"Subscription Status"}]}}
            """)
        #expect(file.diagnostics == [])
        let store = EmbeddedAppStore(catalog: SimulatorCatalog(configuration: file), clock: VirtualClock())
        #expect(await store.settings.failures.subscriptionStatus?.code == .networkError)
        let mailbox = try await store.listening()
        #expect(try await store.products(for: ["s"]).products.count == 1)
        try await store.submit([payment(1, "s"), payment(2, "coins")])
        try await store.restore(RestoreID(rawValue: 1), for: nil)
        let events = mailbox.take().flatMap { $0 }
        #expect(words(events) == ["s#01 pays 1", "coins#02 pays 2", "s#01 restores 1", "restore 1 ended"])
        #expect(Self.reports(events) == 0)
    }

    @Test("Neither it nor how they renew is reported, on any device, and both are as soon as it can be read")
    func withheld() async throws {
        let store = EmbeddedAppStore(catalog: RandomLife.catalog, clock: VirtualClock())
        let tablet = await store.addDevice()
        let mailboxes = [try #require(store.inbox.claim()), try #require(tablet.inbox.claim())]
        await store.updateSettings { $0.failures.subscriptionStatus = BackendFailure(.systemError, "by the test") }
        try await store.activate()
        try await tablet.activate()
        try await store.submit([payment(1, "gold")])
        try await tablet.redeliver()
        for mailbox in mailboxes {
            let events = mailbox.take().flatMap { $0 }
            #expect(events.contains { $0.transaction != nil })
            #expect(Self.reports(events) == 0)
        }
        // Nothing is to be done by `run()`, which would otherwise never rest.
        #expect(await !store.kept.state.journal.hasChanges)
        #expect(await !store.kept.state.journal.hasChanges(of: 0))
        await store.updateSettings { $0.failures = SimulatorFailures() }
        #expect(await store.kept.state.journal.hasChanges)
        try await store.redeliver()
        try await tablet.redeliver()
        for mailbox in mailboxes { #expect(Self.reports(mailbox.take().flatMap { $0 }) == 2) }
    }
}
