import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("Reports that name no payment or no account, and come late")
struct NamelessReportTests {
    /// What an App Store with these faults puts into its inbox while `body` runs.
    private static func events(
        _ plan: FaultPlan, _ body: @escaping @Sendable (EmbeddedAppStore, SimulationContext) async throws -> Void
    ) throws -> [BackendEvent] {
        try Simulation.run(seed: 7) { context in
            let appStore = EmbeddedAppStore(
                catalog: SimulatorCatalog(products: [
                    .simulated("coins"), .simulated("gems"), .simulated("gold", .autoRenewable),
                ]), faults: plan)
            guard let mailbox = appStore.inbox.claim() else { return [] }
            let work = context.start { await appStore.run() }
            try await appStore.activate()
            try await body(appStore, context)
            appStore.inbox.put([.promotedPurchase(PromotedPurchase(id: "", productID: "end"))])
            var events: [BackendEvent] = []
            while events.last?.isEnd != true, let batches = await mailbox.next() { events += batches.joined() }
            work.cancel()
            _ = await work.result
            return events
        }
    }

    private static let user = UUID()

    @Test("An approval names its payment, unless the plan drops it; an answer always does", arguments: [0.0, 1])
    func approvals(_ chance: Double) throws {
        let reported = try Self.events(FaultPlan(unnamedPayments: chance)) { appStore, _ in
            try await appStore.submit([payment(1, "coins", of: Self.user)])
            await appStore.nextPurchase(.asksToBuy)
            try await appStore.submit([payment(2, "coins", of: Self.user)])
            try await appStore.approveAll()
        }.compactMap(\.transaction)
        let token = PaymentToken(launch: 7, number: 2)
        #expect(
            reported.map(\.origin) == [.payment(PaymentToken(launch: 7, number: 1)), .other(chance > 0 ? nil : token)])
        #expect(reported.allSatisfy { $0.transaction.appAccountToken == Self.user })
    }

    @Test("A report names its account, unless the plan drops it; the transaction keeps it", arguments: [0.0, 1])
    func accounts(_ chance: Double) throws {
        let reported = try Self.events(FaultPlan(unnamedAccounts: chance)) { appStore, _ in
            try await appStore.submit([payment(1, "coins", of: Self.user)])
            #expect(await appStore.transactions.map(\.appAccountToken) == [Self.user])
        }.compactMap(\.transaction)
        #expect(reported.map(\.transaction.appAccountToken) == [chance > 0 ? nil : Self.user])
    }

    @Test("A refund of what the app has finished has another identifier, and either finishes it", arguments: [0.0, 1])
    func renamedRefund(_ chance: Double) async throws {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("coins")]), clock: VirtualClock(),
            faults: FaultPlan(renamedRefunds: chance))
        let mailbox = try await appStore.listening()
        let sold = try await appStore.buyElsewhere("coins")
        #expect(await appStore.finish([sold.id]).isEmpty)
        try await appStore.refund(sold.id)
        let reported = (await mailbox.next() ?? []).joined().compactMap(\.transaction).last?.transaction
        #expect(reported?.id == (chance > 0 ? "\(sold.id)-2" : sold.id))
        #expect(reported?.originalID == sold.id && reported?.purchaseDate == sold.purchaseDate)
        #expect(await appStore.unfinishedCount == 1)
        #expect(await appStore.finish([FinishRequest(recorded: try #require(reported))]).isEmpty)
        #expect(await appStore.unfinishedCount == 0)
        #expect(await appStore.violations.isEmpty)
    }

    @Test("What is unfinished is reported when the plan's time has come, and not at the activation")
    func late() async throws {
        let clock = VirtualClock()
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("coins")]), clock: clock,
            faults: FaultPlan(lateUnfinished: FaultDelay(1, .seconds(5) ... .seconds(5))))
        let mailbox = try #require(appStore.inbox.claim())
        try await appStore.buyElsewhere("coins")
        try await appStore.activate()
        var counts: [Int] = []
        for _ in 0..<3 {
            await appStore.flush()
            appStore.inbox.put([.promotedPurchase(PromotedPurchase(id: "", productID: "end"))])
            counts.append((await mailbox.next() ?? []).joined().count { $0.transaction != nil })
            clock.advance(by: .seconds(3))
        }
        #expect(counts == [0, 0, 1])
    }

    @Test("A purchase is reported beside its answer, without its payment")
    func beside() throws {
        let reported = try Self.events(FaultPlan(reportsBesideAnswers: 1)) { appStore, context in
            try await appStore.submit([payment(1, "coins", of: Self.user)])
            try await context.sleep(for: .seconds(1))
        }.compactMap(\.transaction)
        #expect(reported.map(\.origin) == [.payment(PaymentToken(launch: 7, number: 1)), .other(nil)])
        #expect(Set(reported.map(\.transaction.id)).count == 1)
    }

    @Test("A batch that is under way when the network goes is reported when it is back, and nothing spins meanwhile")
    func offline() throws {
        let plan = FaultPlan(answerDelay: FaultDelay(1, .seconds(5) ... .seconds(5)))
        let reported = try Self.events(plan) { appStore, context in
            try await appStore.submit([payment(1, "coins", of: Self.user)])
            await appStore.setOnline(false)
            try await context.sleep(for: .seconds(3_600))
            await appStore.setOnline(true)
        }
        #expect(reported.count { $0.transaction != nil } == 1)
    }

    @Test("Set App Account Token describes a purchase anew; of a subscription the present period and the later ones")
    func naming() async throws {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("coins"), .simulated("gold", .autoRenewable)]),
            clock: VirtualClock())
        let other = UUID()
        let coins = try await appStore.buyElsewhere("coins", appAccountToken: Self.user)
        let first = try await appStore.buyElsewhere("gold", appAccountToken: Self.user)
        try await appStore.forceRenewal(of: "gold")
        try await appStore.setAppAccountToken(other, of: coins.id)
        try await appStore.setAppAccountToken(other, of: first.id)
        try await appStore.forceRenewal(of: "gold")
        let transactions = await appStore.transactions
        #expect(transactions.first { $0.id == coins.id }?.appAccountToken == other)
        #expect(transactions.filter { $0.productID == "gold" }.map(\.appAccountToken) == [Self.user, other, other])
        let signed = transactions.first { $0.id == coins.id }?.signedDate
        #expect(try #require(signed) > #require(coins.signedDate))
        #expect(await appStore.unfinishedCount == 4)
        await #expect(throws: BackendFailure.self) { try await appStore.setAppAccountToken(other, of: "1") }
    }

    @Test("Set App Account Token names the user for a purchase and for the copies that StoreKit 1 has made of it")
    func namingCopies() async throws {
        let appStore = EmbeddedAppStore(
            catalog: SimulatorCatalog(products: [.simulated("lamp", .nonConsumable)]), clock: VirtualClock(),
            options: EmbeddedAppStoreOptions(answersNamePayments: false, followsStoreKit1: true))
        try await appStore.activate()
        let lamp = try await appStore.buyElsewhere("lamp", appAccountToken: Self.user)
        try await appStore.restore(RestoreID(rawValue: 1), for: nil)
        let copy = try #require(await appStore.transactions.last)
        #expect(copy.originalID == lamp.id && copy.id != lamp.id && copy.purchaseDate > lamp.purchaseDate)
        for id in [copy.id, lamp.id] {
            let other = UUID()
            try await appStore.setAppAccountToken(other, of: id)
            #expect(await appStore.transactions.map(\.appAccountToken) == [other, other])
        }
    }
}

extension BackendEvent {
    fileprivate var isEnd: Bool { if case .promotedPurchase = self { true } else { false } }
}
