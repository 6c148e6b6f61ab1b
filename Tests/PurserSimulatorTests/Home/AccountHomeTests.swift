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
            _ = try EmbeddedAppStore(catalog: .sample(), home: path)
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
            let file = URL(fileURLWithPath: path + "/account.json")
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            for (old, new) in [
                ("\"version\":2", "\"version\":3"), ("\"lamp\":0", "\"lamp\":9"), ("\"lamp\":0", "\"lamp\":-1"),
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
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["account.json"])
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
            try Data("{\"version\":2,\"acc".utf8).write(to: URL(fileURLWithPath: path + "/account.json.new"))
            let second = try EmbeddedAppStore(catalog: .sample(), home: path, durability: .buffered)
            #expect(await second.charges == first.charges)
            try await second.activate()
            try await second.submit([payment(2, "coins")])
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["account.json"])
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
