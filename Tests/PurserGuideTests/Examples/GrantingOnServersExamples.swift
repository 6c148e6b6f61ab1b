import Purser
import PurserSimulator
import Testing

@Suite("The examples of “Granting on a server”", .timeLimit(.minutes(30)))
struct GrantingOnServersExamples {
    @Test("A consumable is granted on two devices and counted once by the server, and a refund is taken from it")
    func twoDevices() async throws {
        let garden = try Garden()
        let server = CreditServer()
        var configuration = garden.configuration
        configuration.grant = { update in try await server.credit(update.transaction) }
        configuration.revoke = { update in try await server.credit(update.transaction) }
        let phone = try await PurchaseStore.open(configuration)
        configuration.backend = await garden.appStore.addDevice()
        let tablet = try await PurchaseStore.open(configuration)

        let bought = try #require(try await phone.purchase("com.example.garden.seeds.10", quantity: 3).purchase)
        let onTablet = await tablet.updates.first { $0.transaction.id == bought.transaction.id }
        #expect(onTablet != nil)
        while await server.calls < 2 { await Task.yield() }
        #expect(await server.balance == 3)

        try await garden.appStore.refund(bought.transaction.id)
        while await server.calls < 4 { await Task.yield() }
        #expect(await server.balance == 0)
        try await phone.close()
        try await tablet.close()
    }
}

actor CreditServer {
    private(set) var calls = 0  // not shown
    private var credits: [String: Int] = [:]

    var balance: Int { credits.values.reduce(0, +) }

    func credit(_ transaction: StoreTransaction) throws {
        calls += 1  // not shown
        credits["\(transaction.environment) \(transaction.id)"] = transaction.remainingQuantity
    }
}
