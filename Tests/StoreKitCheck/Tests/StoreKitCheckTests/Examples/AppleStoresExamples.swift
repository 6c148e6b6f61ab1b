import Foundation
import Purser
import PurserTesting
import StoreKit
import StoreKitAdapters
import Testing
import UIKit

@Suite("Apple's stores, as the guide shows them")
struct AppleStoresExamples {
    @Test("StoreKit 2")
    func storeKit2() async throws {
        let subject = StoreKit2UnderTest(.none)
        try await subject.during {
            let store = try await PurchaseStore.open(backend: StoreKit2Backend())
            let outcome = try await store.purchase("lamp")
            guard case .purchased = outcome else { return #expect(Bool(false), "\(outcome)") }
            #expect(store.entitlements.contains("lamp"))
            try await store.close()
        }
    }

    @Test("The six lines of the README")
    func sixLines() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let subject = StoreKit2UnderTest(.none)
        let server = CreditServer()
        try await subject.during {
            var configuration = PurchaseStore.Configuration(backend: StoreKit2Backend())
            configuration.ledger = .folder(folder)
            configuration.grant = { update in try await server.credit(update.transaction) }
            let store = try await PurchaseStore.open(configuration)
            let outcome = try await store.purchase("lamp")
            if store.entitlements.contains("lamp") { print("the lamp is on:", outcome) }
            #expect(store.entitlements.contains("lamp"))
            try await store.close()
        }
        #expect(await server.credited == ["lamp"])
    }

    @Test("A scene")
    func scene() async throws {
        let scenes = [UIWindowScene()]
        let subject = StoreKit2UnderTest(.none)
        try await subject.during {
            let place = PurchasePresentation(finding: { scenes.first })
            let backend = StoreKit2Backend(presentation: place)
            let store = try await PurchaseStore.open(backend: backend)
            try await store.purchase("lamp")
            try await store.showManageSubscriptions()
            try await store.close()
        }
        #expect(subject.fake.places == ["purchase in a scene", "subscriptions"])
    }

    @Test("StoreKit 1")
    func storeKit1() {
        let backend = StoreKit1Backend(productTypes: [
            "com.example.coins": .consumable, "com.example.lamp": .nonConsumable,
        ])
        #expect(backend.capabilities.answersNamePayments == false)
    }

    @Test("Users by their names")
    func usernames() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let types = StoreKit1UnderTest.types
        let subject = StoreKit1UnderTest()
        try await subject.during {
            let names = try ApplicationUsernames(file: folder.appendingPathComponent("usernames.json"))
            let backend = StoreKit1Backend(productTypes: types, usernames: names)
            var configuration = PurchaseStore.Configuration(backend: backend)
            configuration.account = .user(try names.userID(for: "5f3c9a"))
            let store = try await PurchaseStore.open(configuration)
            try await store.purchase("coins")
            #expect(store.entitlements.purchasedQuantity(of: "coins") == 1)
            try await store.close()
            let usernames = subject.fake.usernames
            #expect(usernames == ["5f3c9a"])
        }
    }
}

/// Credits each transaction once.
private actor CreditServer {
    private var transactions: Set<String> = []
    private(set) var credited: [String] = []

    func credit(_ transaction: StoreTransaction) throws {
        if transactions.insert(transaction.id).inserted { credited.append(transaction.productID) }
    }
}
