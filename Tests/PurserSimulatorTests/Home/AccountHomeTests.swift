import Purser
import Testing

@testable import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("An account kept in a folder")
struct AccountHomeTests {
    /// A folder that does not exist yet, and is removed afterwards.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID())/deep").path
        defer { try? FileManager.default.removeItem(atPath: String(path.dropLast("/deep".count))) }
        try await body(path)
    }

    @Test("Two runs share one account: purchases, waiting payments, charges, refunds, storefront")
    func sharedByTwoRuns() async throws {
        try await withFolder { path in
            let settings = SimulatorSettings(asksToBuy: true)
            let first = try EmbeddedAppStore(catalog: .sample(settings), home: path)
            try await first.activate()
            let offer = PurchaseOption(.offer(id: "", type: .introductory))
            try await first.submit([payment(1, "coins", quantity: 2), payment(2, "silver", [offer])])
            try await first.approve("P1")
            try await first.approve("P2")
            try await first.submit([payment(3, "lamp")])
            try await first.refund("2000000000001")
            try await first.setStorefront(StoreStorefront(countryCode: "FRA", currencyCode: "EUR"))

            await first.leaveHome()
            let second = try EmbeddedAppStore(catalog: .sample(settings), home: path)
            let mailbox = try #require(second.inbox.claim())
            try await second.activate()
            #expect(await second.transactions == first.transactions)
            #expect(await second.charges == first.charges)
            #expect(await second.refunds == first.refunds)
            #expect(await second.refunds.map(\.amount.description) == ["1.98"])
            #expect(await second.pendingPayments == first.pendingPayments)
            #expect(await second.storefront()?.countryCode == "FRA")
            #expect(await mailbox.next()?.map(words) == [["coins#01 other 1", "silver#02 other 2"]])
            try await second.submit([payment(1, "coins", quantity: 2)])
            #expect(await second.chargeCount == 2)
        }
    }

    @Test("A file that cannot be read is an error that names it", arguments: ["", "{", "[]", "{\"version\":2}"])
    func broken(text: String) async throws {
        try await withFolder { path in
            try await EmbeddedAppStore(catalog: .sample(), home: path).leaveHome()
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/account.json"))
            let error = #expect(throws: AccountFileError.self) {
                try EmbeddedAppStore(catalog: .sample(), home: path)
            }
            #expect(error?.path == path + "/account.json")
        }
    }

    @Test("A later format and a file that contradicts itself are refused")
    func inconsistent() async throws {
        try await withFolder { path in
            let store = try EmbeddedAppStore(catalog: .sample(), home: path)
            try await store.activate()
            try await store.submit([payment(1, "lamp")])
            await store.leaveHome()
            let file = URL(fileURLWithPath: path + "/account.json")
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            for (old, new) in [
                ("\"version\":4", "\"version\":5"), ("\"version\":4", "\"version\":1"), ("\"lamp\":0", "\"lamp\":9"),
                ("\"lamp\":0", "\"lamp\":-1"),
                ("\"chargeCount\":1", "\"chargeCount\":2"), ("\"id\":\"2000000000001\"", "\"id\":\"7\""),
            ] {
                let changed = text.replacing(old, with: new)
                #expect(changed != text)
                try Data(changed.utf8).write(to: file)
                #expect(throws: AccountFileError.self) { try EmbeddedAppStore(catalog: .sample(), home: path) }
            }
        }
    }

    @Test("What cannot be written does not happen: nothing is charged or told, and nothing else is left behind")
    func unwritable() async throws {
        try await withFolder { path in
            let store = try EmbeddedAppStore(catalog: .sample(), home: path)
            try await store.activate()
            try await store.submit([payment(1, "coins")])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["account.json", "account.lock"])
            try FileManager.default.removeItem(atPath: path)
            try Data().write(to: URL(fileURLWithPath: path))
            await #expect(throws: BackendError.self) { try await store.submit([payment(2, "coins")]) }
            #expect(await store.finish(["2000000000001"]).count == 1)
            #expect(await store.chargeCount == 1)
            #expect(await store.unfinishedCount == 1)
        }
    }

    @Test("A program that was killed while it wrote leaves the account as it was, and no litter for the next one")
    func killed() async throws {
        try await withFolder { path in
            let first = try EmbeddedAppStore(catalog: .sample(), home: path, durability: .buffered)
            try await first.activate()
            try await first.submit([payment(1, "coins")])
            await first.leaveHome()
            try Data("{\"version\":4,\"acc".utf8).write(to: URL(fileURLWithPath: path + "/account.json.new"))
            let second = try EmbeddedAppStore(catalog: .sample(), home: path, durability: .buffered)
            #expect(await second.charges == first.charges)
            try await second.activate()
            try await second.submit([payment(2, "coins")])
            await second.leaveHome()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                    == ["account.json", "account.lock", "account.log"])
            #expect(try await EmbeddedAppStore(catalog: .sample(), home: path).chargeCount == 2)
        }
    }

    @Test("A folder that cannot be made is an error that names it")
    func impossibleFolder() throws {
        #expect(throws: AccountFileError.self) {
            try EmbeddedAppStore(catalog: .sample(), home: "/dev/null/purser")
        }
    }
}

@Suite("An account of an earlier format")
struct EarlierAccountTests {
    /// What the version before the log wrote.
    private static let version2 = #"""
        {"account":{"chargeCount":3,"failed":{},"failedCount":0,"lines":{"5A1C0E20":{"current":2,"first":2,"
        usedIntroductoryOffer":true}},"owned":{},"payments":[{"fate":{"waits":{"_0":1}},"token":"3dd1e75399e
        272e1-1"},{"fate":{"bought":{"_0":0}},"token":"55083ee1ed9008e2-1"},{"fate":{"bought":{"_0":1}},"tok
        en":"55083ee1ed9008e2-2"},{"fate":{"bought":{"_0":2}},"token":"55083ee1ed9008e2-3"}],"pending":{"1":
        {"id":"P1","intent":{"request":{"context":{},"finishing":"atomic","options":[],"productID":"com.exam
        ple.garden.seeds.10","quantity":1},"requestedAt":0,"token":"3dd1e75399e272e1-1"},"reason":"asksToBuy
        ","since":1795327972386}},"pendingCount":1,"records":[{"isCharged":true,"isFinished":false,"token":"
        55083ee1ed9008e2-1","transaction":{"currencyCode":"USD","environment":"LocalTesting","id":"200000000
        0001","isUpgraded":false,"originalID":"2000000000001","originalPurchaseDate":1795327972320,"ownershi
        pType":"PURCHASED","price":0.99,"productID":"com.example.garden.seeds.10","productType":"Consumable"
        ,"purchaseDate":1795327972320,"purchasedQuantity":1,"reason":"PURCHASE","signedDate":1795327972320,"
        storefrontCountryCode":"USA"},"wasToldUnverified":false},{"isCharged":true,"isFinished":true,"token"
        :"55083ee1ed9008e2-2","transaction":{"currencyCode":"USD","environment":"LocalTesting","id":"2000000
        000002","isUpgraded":false,"originalID":"2000000000002","originalPurchaseDate":1795327972331,"owners
        hipType":"PURCHASED","price":14.99,"productID":"com.example.garden.greenhouse","productType":"Non-Co
        nsumable","purchaseDate":1795327972331,"purchasedQuantity":1,"reason":"PURCHASE","revocationDate":17
        95327972391,"revocationReason":0,"signedDate":1795327972391,"storefrontCountryCode":"USA"},"wasToldU
        nverified":false},{"isCharged":true,"isFinished":false,"token":"55083ee1ed9008e2-3","transaction":{"
        currencyCode":"USD","environment":"LocalTesting","expirationDate":1797919972339,"id":"2000000000003"
        ,"isUpgraded":false,"offer":{"paymentMode":"payAsYouGo","type":1},"originalID":"2000000000003","orig
        inalPurchaseDate":1795327972339,"ownershipType":"PURCHASED","price":0.99,"productID":"com.example.ga
        rden.club.monthly","productType":"Auto-Renewable Subscription","purchaseDate":1795327972339,"purchas
        edQuantity":1,"reason":"PURCHASE","signedDate":1795327972339,"storefrontCountryCode":"USA","subscrip
        tionGroupID":"5A1C0E20","webOrderLineItemID":"3000000000003"},"wasToldUnverified":false}],"refunds":
        [{"amount":14.99,"currencyCode":"USD","date":1795327972391,"transactionID":"2000000000002"}],"unfini
        shedCount":2},"version":2}
        """#

    @Test("An account of format 2 is read, goes on as format 4, and loses nothing")
    func version2() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let file = URL(fileURLWithPath: path + "/account.json")
        try Data(Self.version2.replacing("\n", with: "").utf8).write(to: file)
        // A parent may answer for 24 hours only, so the clock stands a minute after the file was written.
        let clock = StepClock()
        clock.move(by: .seconds(1_795_328_030 - at(0).date.timeIntervalSince1970))
        for run in 0..<3 {
            let store = try EmbeddedAppStore(catalog: .sample(), home: path, clock: clock, durability: .buffered)
            try await store.activate()
            if run == 1 { try await store.submit([payment(1, "coins")]) }
            let ids = await store.transactions.map(\.productID)
            #expect(ids.prefix(3).map { $0.split(separator: ".").last } == ["10", "greenhouse", "monthly"])
            #expect(await store.chargeCount == (run == 0 ? 3 : 4))
            #expect(await store.refunds.map(\.transactionID) == ["2000000000002"])
            #expect(await store.pendingPayments.map(\.id) == ["P1"])
            #expect(await store.unfinishedCount == (run == 0 ? 2 : 3))
            await store.leaveHome()
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            #expect(text.contains(run == 0 ? "\"version\":2" : "\"version\":4"))
        }
    }
}
