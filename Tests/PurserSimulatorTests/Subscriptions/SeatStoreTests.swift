import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("E5: seats at a store that is open", .timeLimit(.minutes(30)))
struct SeatStoreTests {
    private let place = FolderPlace()

    @Test("E5, O5: what a purchase of seats returns is owned then, with all of its seats, also after a relaunch")
    func owned() async throws {
        let clock = VirtualClock()
        var configuration: PurchaseStore.Configuration {
            get throws {
                let path = place.path + "/account"
                var configuration = PurchaseStore.Configuration(
                    backend: try EmbeddedAppStore(catalog: SeatTests.catalog, path: path, clock: clock))
                configuration.ledger = .folder(URL(fileURLWithPath: place.path + "/ledger"))
                configuration.clock = clock
                return configuration
            }
        }
        let first = try configuration
        var store = try await PurchaseStore.open(first)
        for seats in [2, 5, 9] {
            let bought = try await store.purchase("team", options: [.seats(seats)])
            #expect(bought.purchase?.transaction.multiSeatInfo != nil)
            #expect(store.entitlements.contains("team"))
            #expect(store.entitlements.subscriptions[groupID: "group"]?.seats == seats)
        }
        await #expect(throws: PurchaseFailure.self) { try await store.purchase("single", options: [.seats(2)]) }
        try await store.close()
        await (first.backend as? EmbeddedAppStore)?.releaseFolder()

        let second = try configuration
        let appStore = try #require(second.backend as? EmbeddedAppStore)
        #expect(await appStore.subscription("team")?.seats == 9)
        store = try await PurchaseStore.open(second)
        #expect(store.entitlements.subscriptions[groupID: "group"]?.seats == 9)
        for transaction in await appStore.transactions { try await appStore.refund(transaction.id) }
        try await untilTrue { !store.entitlements.contains("team") }
        #expect(await appStore.subscription("team")?.state == .revoked)
        try await store.close()
        await appStore.releaseFolder()
    }

    @Test("An assigned seat is owned without a charge, and goes with its assignment")
    func assigned() async throws {
        let appStore = EmbeddedAppStore(catalog: SeatTests.catalog)
        let store = try await appStore.openStore()
        try await appStore.assignSeat(of: "team")
        try await untilTrue { store.entitlements.subscriptions.first?.isAssigned == true }
        #expect(store.entitlements.contains("team"))
        await #expect(throws: BackendFailure.self) { try await appStore.assignSeat(of: "single") }
        try await appStore.unassignSeat(of: "team")
        try await untilTrue { !store.entitlements.contains("team") }
        let transaction = try #require(await appStore.transactions.first)
        #expect(transaction.ownershipType == .assigned && transaction.revocationType == .assignmentRevocation)
        #expect(await appStore.chargeCount == 0)
        try await store.close()
    }

    @Test("A file's tiers are read from the first seat on, and what does not follow is left out with a reason")
    func files() throws {
        func read(_ tiers: String) throws -> (product: StoreProduct?, mistakes: [String]) {
            let text = """
                {"subscriptionGroups": [{"id": "g", "name": "g", "subscriptions": [{
                "productID": "team", "type": "RecurringSubscription", "displayPrice": "10",
                "recurringSubscriptionPeriod": "P1M", "groupNumber": 1, "seatPriceTiers": \(tiers),
                "seatInvitationManagement": "DEVELOPER"}]}]}
                """
            let configuration = try StoreKitConfiguration(data: Data(text.utf8))
            let catalog = SimulatorCatalog(configuration: configuration)
            #expect(catalog.seatInvitations["team"] == .developer)
            return (catalog["team"], configuration.diagnostics.map { "\($0)" }.filter { $0.contains("tier") })
        }
        let good = try read(
            #"[{"minimumSeats": 1, "maximumSeats": 5, "displayPrice": "10"}, {"minimumSeats": 6, "displayPrice": "8"}]"#
        )
        #expect(good.product?.subscription?.price(ofSeats: 7) == 66 && good.mistakes.isEmpty)
        #expect(good.product?.subscription?.seatPriceTiers.last?.displayPrice == "$8.00")
        for wrong in [
            #"[{"minimumSeats": 2, "displayPrice": "10"}]"#,
            #"[{"minimumSeats": 1, "maximumSeats": 0, "displayPrice": "10"}]"#,
        ] {
            let bad = try read(wrong)
            #expect(bad.product?.subscription?.supportsMultiSeatPurchase == false && bad.mistakes.count == 1)
        }
        let cut = try read(#"[{"displayPrice": "10"}, {"minimumSeats": 2, "displayPrice": "8"}]"#)
        #expect(cut.product?.subscription?.seatPriceTiers.count == 1 && cut.mistakes.count == 1)
    }
}
