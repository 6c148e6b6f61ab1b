import Foundation
import Purser
import PurserSimulator
import PurserTesting
import StoreKit
import StoreKitAdapters
import Testing
import UIKit

@Suite("The adapter for StoreKit 2", .timeLimit(.minutes(30)))
struct StoreKit2AdapterTests {
    private let token = PaymentToken(launch: 5, number: 1)

    /// Runs a body before a fake of Apple's store, on a virtual clock.
    private func simulate(
        _ defects: FakeDefects, seed: UInt64 = 1, finishLimit: Duration = .seconds(20),
        _ body: @escaping @Sendable (SimulationContext, FakeAppStore, Listener) async throws -> Void
    ) throws {
        try Simulation.run(seed: seed) { context in
            let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: StoreKit2UnderTest.products))
            let fake = FakeAppStore(appStore, clock: context.clock, defects: defects)
            try await fake.start()
            try await FakeStore.$behaviour.withValue(fake) {
                let listener = Listener(StoreKit2Backend(finishLimit: finishLimit))
                try await listener.open()
                try await body(context, fake, listener)
                await listener.close()
            }
            await fake.stop()
        }
    }

    @Test("E6: the environment and the app transaction are StoreKit's, also while nobody listens")
    func environment() throws {
        try simulate(FakeDefects()) { _, _, listener in
            await listener.close()
            let app = try await listener.backend.appTransaction(refresh: false)
            #expect(app.environment == .localTesting)
            #expect(await listener.backend.environment() == .localTesting)
        }
    }

    @Test("C1: a payment outlives the listening that asked for it, and is told with its name to who listens next")
    func outlives() throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            var defects = FakeDefects()
            defects.returnDelay = .seconds(60)
            try simulate(defects, seed: seed) { context, _, listener in
                try await listener.backend.submit([BackendPayment(token: token, productID: "coins")])
                await listener.close()
                try await context.sleep(for: .seconds(90))
                try await listener.open()
                try await listener.wait(context.clock) { events in
                    events.compactMap(\.transaction).contains { $0.origin == .other(token) } ? () : nil
                }
            }
        }
    }

    @Test("F5: a finish that hangs is given up after its limit, and the next one is a new call")
    func hanging() throws {
        var defects = FakeDefects()
        defects.finishHangs = .seconds(86_400)
        try simulate(defects, finishLimit: .seconds(3)) { context, fake, listener in
            try await listener.backend.submit([BackendPayment(token: token, productID: "coins")])
            let reported = try await listener.wait(context.clock) { $0.compactMap(\.transaction).first }
            let request = FinishRequest(recorded: reported.transaction)
            let before = context.clock.now()
            let errors = await listener.backend.finish([request])
            #expect(errors[request.transactionID]?.code == .limitExceeded)
            #expect(context.clock.now() - before == .seconds(3))
            #expect(await listener.backend.finish([request]).isEmpty)
            #expect(await fake.embedded.unfinishedCount == 0)
        }
    }

    @Test("O1: what is told between two launches, finished elsewhere or taken back, is told to who listens next")
    func between() throws {
        try simulate(.none) { context, fake, listener in
            try await listener.backend.submit([BackendPayment(token: token, productID: "lamp")])
            let lamp = try await listener.wait(context.clock) { $0.compactMap(\.transaction).first }
            _ = await listener.backend.finish([FinishRequest(recorded: lamp.transaction)])
            await listener.close()
            try await fake.embedded.refund(lamp.transaction.id)
            try await fake.embedded.buyElsewhere("gold")
            try await context.sleep(for: .seconds(1))
            try await listener.open()
            try await listener.wait(context.clock) { events in
                let reported = events.compactMap(\.transaction).map(\.transaction)
                let isWhole =
                    reported.contains { $0.id == lamp.transaction.id && $0.revocationDate != nil }
                    && reported.contains { $0.productID == "gold" }
                    && events.contains { if case .subscriptionStatus = $0 { true } else { false } }
                return isWhole ? () : nil
            }
        }
    }

    @Test("T2: a renewal that StoreKit reports while its purchase is held back is reported after it")
    func heldBack() throws {
        var defects = FakeDefects()
        defects.returnDelay = .seconds(5)
        try simulate(defects) { context, _, listener in
            try await listener.backend.submit([BackendPayment(token: token, productID: "club")])
            let events = try await listener.wait(context.clock) { events in
                events.contains { if case .subscriptionStatus = $0 { true } else { false } } ? events : nil
            }
            #expect(events.first?.transaction?.origin == .payment(token))
        }
    }

    @Test("A token that is handed in twice is asked for once")
    func once() throws {
        try simulate(.none) { context, fake, listener in
            let payment = BackendPayment(token: token, productID: "coins")
            try await listener.backend.submit([payment])
            try await listener.backend.submit([payment])
            try await listener.wait(context.clock) { $0.contains { $0.transaction != nil } ? () : nil }
            try await listener.backend.submit([payment])
            try await context.sleep(for: .seconds(5))
            #expect(await fake.purchaseCalls == 1)
            #expect(Set(listener.transactions.map(\.transaction.id)).count == 1)
        }
    }

    @Test("A place that the system does not take leaves the purchase to the system")
    func place() async throws {
        let subject = StoreKit2UnderTest(.none)
        try await subject.during {
            let listener = Listener(StoreKit2Backend())
            try await listener.open()
            let places: [@MainActor @Sendable () -> AnyObject?] = [
                { UIWindowScene() }, { UIViewController() }, { NSString() }, { nil },
            ]
            for (number, place) in places.enumerated() {
                let payment = BackendPayment(
                    token: PaymentToken(launch: 6, number: UInt64(number)), productID: "coins",
                    presentation: PurchasePresentation(finding: place))
                try await listener.backend.submit([payment])
                try await listener.wait(SystemClock()) { events in
                    events.compactMap(\.transaction).contains { $0.origin == .payment(payment.token) } ? () : nil
                }
            }
            await listener.close()
        }
        #expect(subject.fake.places == ["purchase in a scene", "purchase in a view controller"])
    }

    @Test("A message is shown in the scene that is found for it")
    func message() async throws {
        let subject = StoreKit2UnderTest(.none)
        try await subject.during {
            let listener = Listener(subject.backend)
            try await listener.open()
            await subject.fake.send(.billingIssue)
            let message = try await listener.wait(SystemClock()) { events in
                for case .message(let message) in events { return message }
                return nil
            }
            #expect(message.reason == .billingIssue)
            try await message.display()
            await listener.close()
        }
        #expect(subject.fake.places == ["message 2"])
    }

    #if STOREKIT_27
        @Test("O1: what the sheet for codes returns from iOS 27 on enters by the one entrance, once")
        func redeeming() async throws {
            let subject = StoreKit2UnderTest(.none)
            try await subject.during {
                let place = PurchasePresentation(finding: { UIViewController() })
                let listener = Listener(StoreKit2Backend(presentation: place))
                try await listener.open()
                await subject.fake.enterCode("gift", for: "club")
                try await listener.backend.redeemCode(in: nil)
                try await listener.wait(SystemClock()) { $0.contains { $0.transaction != nil } ? () : nil }
                #expect(listener.transactions.map(\.transaction.productID) == ["club"])
                #expect(listener.transactions.map(\.origin) == [.other(nil)])
                await listener.close()
            }
        }
    #endif
}
