import Foundation
import Purser
import PurserSimulator
import PurserTesting
import StoreKit
import StoreKitAdapters
import Testing

@Suite("The adapter for StoreKit 1", .timeLimit(.minutes(30)))
struct StoreKit1AdapterTests {
    /// Runs a body before a fake of the payment queue, on a virtual clock.
    private func simulate(
        finishLag: Duration = .zero,
        _ body: @escaping @Sendable (SimulationContext, FakePaymentQueue, Listener) async throws -> Void
    ) throws {
        try Simulation.run(seed: 1) { context in
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: StoreKit2UnderTest.products), options: .storeKit1)
            let fake = FakePaymentQueue(appStore, clock: context.clock, finishLag: finishLag)
            try await fake.start()
            try await FakeQueue.$behaviour.withValue(fake) {
                let receipt = StoreReceipt(data: Data([1, 2]))
                let listener = Listener(
                    StoreKit1Backend(
                        productTypes: StoreKit1UnderTest.types, usernames: ApplicationUsernames(),
                        receipt: { receipt }))
                try await listener.open()
                try await body(context, fake, listener)
                await listener.close()
            }
            await fake.stop()
        }
    }

    private func payment(_ productID: String) -> BackendPayment {
        BackendPayment(token: PaymentToken(launch: 5, number: 1), productID: productID)
    }

    @Test("C2: a look-up that fails says so, and leaves nothing behind")
    func products() throws {
        try simulate { _, fake, listener in
            await fake.embedded.setOnline(false)
            await #expect(throws: BackendFailure.self) { try await listener.backend.products(for: ["coins"]) }
            await fake.embedded.setOnline(true)
            let answer = try await listener.backend.products(for: ["coins", "gold"])
            #expect(Set(answer.products.map(\.type)) == [.consumable, .autoRenewable])
        }
    }

    @Test("C1: a restore that cannot begin ends with its error")
    func restore() throws {
        try simulate { context, fake, listener in
            await fake.embedded.setOnline(false)
            try await listener.backend.restore(RestoreID(rawValue: 7), for: nil)
            let error = try await listener.wait(context.clock) { events in
                for case .restoreEnded(RestoreID(rawValue: 7), let error) in events { return error }
                return nil
            }
            #expect(error.code == .unknown)
        }
    }

    @Test("A receipt is asked for, and the one on the device is given; without a network there is an error")
    func receipt() throws {
        try simulate { _, fake, listener in
            let receipt = try await listener.backend.refreshReceipt()
            #expect(receipt.data == Data([1, 2]))
            await fake.embedded.setOnline(false)
            await #expect(throws: BackendFailure.self) { try await listener.backend.refreshReceipt() }
            #expect(await listener.backend.localReceipt()?.data == Data([1, 2]))
        }
    }

    @Test("F5: what is finished is asked for once, however often, until it has left the queue")
    func finishing() throws {
        try simulate(finishLag: .seconds(30)) { context, fake, listener in
            try await listener.backend.submit([payment("coins")])
            let reported = try await listener.wait(context.clock) { $0.compactMap(\.transaction).first }
            for _ in 0..<3 { #expect(await listener.backend.finish([reported.transaction.id]).isEmpty) }
            #expect(fake.finishes.values.reduce(0, +) == 1)
            try await context.sleep(for: .seconds(60))
            #expect(fake.transactions.isEmpty)
            #expect(await fake.embedded.unfinishedCount == 0)
        }
    }

    @Test("An offer that StoreKit 1 cannot apply fails before anything is added to the queue")
    func offers() throws {
        try simulate { context, fake, listener in
            let payment = BackendPayment(
                token: PaymentToken(launch: 5, number: 1), productID: "gold", options: [.winBackOffer("back")])
            try await listener.backend.submit([payment])
            let ending = try await listener.wait(context.clock) { events in
                for case .paymentEnded(let ending) in events { return ending }
                return nil
            }
            #expect(ending.token == payment.token)
            #expect(fake.transactions.isEmpty)
        }
    }

    @Test("Content that Apple hosted is no news: an observer hears of downloads, and does nothing")
    func downloads() throws {
        try simulate { _, fake, listener in
            fake.tellDownloads()
            #expect(listener.events.isEmpty)
        }
    }

    @Test("The sheet for codes is shown")
    func codes() throws {
        try simulate { _, fake, listener in
            try await listener.backend.redeemCode(in: nil)
            #expect(fake.codeSheets == 1)
        }
    }
}
