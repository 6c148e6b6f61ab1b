import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("An account kept in a folder")
struct AccountHomeTests {
    private let place = FolderPlace()
    private var path: String { place.path }

    @Test("Two runs share one account: purchases, waiting payments, charges, refunds, storefront")
    func sharedByTwoRuns() async throws {
        let settings = SimulatorSettings(asksToBuy: true)
        let first = try EmbeddedAppStore(catalog: .sample(settings), path: path)
        try await first.activate()
        let offer = PurchaseOption(.offer(id: "", type: .introductory))
        try await first.submit([payment(1, "coins", quantity: 2), payment(2, "silver", [offer])])
        try await first.approve("P1")
        try await first.approve("P2")
        try await first.submit([payment(3, "lamp")])
        try await first.refund("2000000000001")
        try await first.setStorefront(StoreStorefront(countryCode: "FRA", currencyCode: "EUR"))

        await first.releaseFolder()
        let second = try EmbeddedAppStore(catalog: .sample(settings), path: path)
        let mailbox = try await second.listening()
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

    @Test("A file that cannot be read is an error that names it", arguments: ["", "{", "[]", "{\"version\":2}"])
    func broken(text: String) async throws {
        try await EmbeddedAppStore(catalog: .sample(), path: path).releaseFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/account.json"))
        let error = #expect(throws: AccountFileFailure.self) { try EmbeddedAppStore(catalog: .sample(), path: path) }
        #expect(error?.path == path + "/account.json")
    }

    @Test("A later format and a file that contradicts itself are refused")
    func inconsistent() async throws {
        let store = try EmbeddedAppStore(catalog: .sample(), path: path)
        try await store.activate()
        try await store.submit([payment(1, "lamp")])
        await store.releaseFolder()
        let file = URL(fileURLWithPath: path + "/account.json")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        for (old, new) in [
            ("\"version\":5", "\"version\":6"), ("\"version\":5", "\"version\":1"), ("\"lamp\":0", "\"lamp\":9"),
            ("\"lamp\":0", "\"lamp\":-1"),
            ("\"chargeCount\":1", "\"chargeCount\":2"), ("\"id\":\"2000000000001\"", "\"id\":\"7\""),
        ] {
            let changed = text.replacing(old, with: new)
            #expect(changed != text)
            try Data(changed.utf8).write(to: file)
            #expect(throws: AccountFileFailure.self) { try EmbeddedAppStore(catalog: .sample(), path: path) }
        }
    }

    @Test("What cannot be written does not happen: nothing is charged or told, and nothing else is left behind")
    func unwritable() async throws {
        let store = try EmbeddedAppStore(catalog: .sample(), path: path)
        try await store.activate()
        try await store.submit([payment(1, "coins")])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["account.json", "account.lock"])
        try FileManager.default.removeItem(atPath: path)
        try Data().write(to: URL(fileURLWithPath: path))
        await #expect(throws: BackendFailure.self) { try await store.submit([payment(2, "coins")]) }
        #expect(await store.finish(["2000000000001"]).count == 1)
        #expect(await store.chargeCount == 1)
        #expect(await store.unfinishedCount == 1)
    }

    @Test("A program that was killed while it wrote leaves the account as it was, and no litter for the next one")
    func killed() async throws {
        let first = try EmbeddedAppStore(catalog: .sample(), path: path, durability: .buffered)
        try await first.activate()
        try await first.submit([payment(1, "coins")])
        await first.releaseFolder()
        try Data("{\"version\":5,\"acc".utf8).write(to: URL(fileURLWithPath: path + "/account.json.new"))
        let second = try EmbeddedAppStore(catalog: .sample(), path: path, durability: .buffered)
        #expect(await second.charges == first.charges)
        try await second.activate()
        try await second.submit([payment(2, "coins")])
        await second.releaseFolder()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                == ["account.json", "account.lock", "account.log"])
        #expect(try await EmbeddedAppStore(catalog: .sample(), path: path).chargeCount == 2)
    }

    @Test("A folder that cannot be made is an error that names it")
    func impossibleFolder() throws {
        #expect(throws: AccountFileFailure.self) {
            try EmbeddedAppStore(catalog: .sample(), path: "/dev/null/purser")
        }
    }
}

@Suite("An account of another format")
struct AccountFormatTests {
    private let place = FolderPlace()
    private var path: String { place.path }

    /// Makes an account and a log, in one of which the format's version is another one, and says which file that is.
    private func make(_ version: Int, in name: String) async throws -> URL {
        let store = try EmbeddedAppStore(catalog: .sample(), path: path, durability: .buffered)
        try await store.activate()
        for number in 1...2 as ClosedRange<UInt64> { try await store.submit([payment(number, "coins")]) }
        await store.releaseFolder()
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        guard name == "account.json" else {
            var log = AccountLog()
            let line = try #require(try log.read([UInt8](try Data(contentsOf: file))).first)
            let header = String(decoding: line.json, as: UTF8.self)
                .replacing("\"version\":5", with: "\"version\":\(version)")
            try Data(AccountLog().line(header.utf8)).write(to: file)
            return file
        }
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try #require(text.hasSuffix("\"version\":5}"))
        try Data((text.dropLast(2) + "\(version)}").utf8).write(to: file)
        return file
    }

    @Test(
        "It is rejected with the file, its format and what to do, and nothing is changed", arguments: [2, 4, 6],
        ["account.json", "account.log"])
    func rejected(version: Int, name: String) async throws {
        let file = try await make(version, in: name)
        let before = try Data(contentsOf: file)
        let error = #expect(throws: AccountFileFailure.self) { try EmbeddedAppStore(catalog: .sample(), path: path) }
        #expect(error?.code == (version < 5 ? .olderFormat : .newerFormat))
        #expect(error?.path.hasSuffix(name) == true)
        let message = error?.message ?? ""
        #expect(message.contains("format \(version)"), "\(message)")
        #expect(message.contains(version < 5 ? "move account.json" : "open it with the version that wrote it"))
        #expect(try Data(contentsOf: file) == before)
    }
}
