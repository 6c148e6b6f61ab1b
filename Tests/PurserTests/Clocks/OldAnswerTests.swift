import PurserTesting
import Testing

@testable import Purser

@Suite("E5: a purchase is answered by a period that is over", .timeLimit(.minutes(30)))
struct OldAnswerTests {
    private static let day = Duration.seconds(86_400)

    /// What else is signed, after the end of the period, and when it is reported.
    enum Signed: CaseIterable { case never, before, inSameBatch, later, laterUnchanged }

    @Test(
        "Bought means owned, for the length of the period and until anything is signed after its end",
        arguments: Signed.allCases)
    func owned(signed: Signed) throws {
        try Simulation.run(seed: 1) { context in
            let now = context.clock.timestamp()
            @Sendable func date(_ days: Int) -> Timestamp { now.advanced(by: Self.day * days) }
            @Sendable func period(_ product: String, _ start: Int) -> StoreTransaction {
                .sample("T-\(product)", product, .autoRenewable) {
                    ($0.purchaseTime, $0.signedTime, $0.expirationTime) = (date(start), date(start), date(start + 30))
                    $0.originalID = $0.id
                }
            }
            @Sendable func info(signed days: Int) -> BackendEvent {
                var info = StoreRenewalInfo(
                    originalTransactionID: "T-gold", currentProductID: "gold", willAutoRenew: false)
                info.signedTime = date(days)
                return .renewalInfo(BackendRenewalInfo(info))
            }
            let backend = ScriptedBackend(script: .init())
            backend.change { script in
                script.submit = { payments in
                    let answer = payments.map { period("gold", -400).reported(.payment($0.token)) }
                    backend.inbox.put(answer + [info(signed: signed == .inSameBatch ? -369 : -400)])
                }
            }
            var configuration = PurchaseStore.Configuration(backend: backend)
            configuration.storage = KeptStorage()
            let store = try await PurchaseStore.open(configuration)
            backend.inbox.put([period("silver", signed == .before ? -369 : -405).reported(.other(nil))])
            try await context.sleep(for: .seconds(1))
            let purchase = try #require(try await store.purchase("gold").purchase)
            try await context.sleep(for: .seconds(1))
            #expect(
                store.entitlements.asOf == context.clock.currentDate() && purchase.update.recordedAt > date(-1).date)
            #expect(!store.entitlements.contains("silver"), "nothing else has another time")
            let isOwned = [.never, .later, .laterUnchanged].contains(signed)
            let gold = try #require(store.entitlements.subscriptions.first { $0.productID == "gold" })
            #expect(store.entitlements.contains("gold") == isOwned && gold.isActive == isOwned)
            #expect(store.entitlements.verifySubscription(productId: "gold").isValid == isOwned)
            #expect(!store.entitlements.verifySubscription(productId: "gold", validUntil: date(1).date).isValid)
            #expect(gold.willAutoRenew == false)
            guard isOwned else { return try await store.close() }
            try await Self.end(signed, info(signed: -369), period("coins", -1), backend, store, context)
        }
    }

    private static func end(
        _ signed: Signed, _ same: BackendEvent, _ other: StoreTransaction, _ backend: ScriptedBackend,
        _ store: PurchaseStore, _ context: SimulationContext
    ) async throws {
        let reported = Lock<[Bool]>([])
        let reading = context.start {
            for await owned in store.entitlementUpdates {
                // When they become stale, they are reported, too.
                reported.withLock { if $0.last != owned.contains("gold") { $0.append(owned.contains("gold")) } }
            }
        }
        try await context.sleep(for: day * 20)
        try await store.purchase("gold")
        if signed == .later { backend.inbox.put([other.reported(.other(nil))]) }
        if signed == .laterUnchanged { backend.inbox.put([same]) }
        try await context.sleep(for: day * 10 - .seconds(3))
        #expect(store.entitlements.contains("gold") == (signed == .never), "bought again, it gets no longer")
        try await context.sleep(for: .seconds(3))
        #expect(!store.entitlements.contains("gold"))
        #expect(reported.withLock { $0 } == [true, false], "T1")
        try await store.close()
        try await reading.value
    }
}
