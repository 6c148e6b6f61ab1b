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
            await store.close()
        }
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
            await store.close()
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
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let types = StoreKit1UnderTest.types
        let subject = StoreKit1UnderTest()
        try await subject.during {
            let names = try ApplicationUsernames(path: folder + "/usernames.json")
            let backend = StoreKit1Backend(productTypes: types, usernames: names)
            let store = try await PurchaseStore.open(backend: backend)
            try await store.switchAccount(to: .user(names.userID(for: "5f3c9a")))
            try await store.purchase("coins")
            #expect(store.entitlements.purchasedQuantity(of: "coins") == 1)
            await store.close()
            let usernames = subject.fake.usernames
            #expect(usernames == ["5f3c9a"])
        }
    }
}
