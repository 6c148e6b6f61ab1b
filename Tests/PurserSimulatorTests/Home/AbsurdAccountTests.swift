import Foundation
import Purser
import Testing

@testable import PurserSimulator

@Suite("No number in a file of the simulator can trap", .timeLimit(.minutes(30)))
struct AbsurdAccountTests {
    private let place = FolderPlace()
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615", "-1", "0", "2",
        "2147483647", "1e300", "-1e300", "1e-300", "253402300800000", "0.5", "null", "\"x\"",
    ]

    /// The file of an account in which everything has happened once.
    private func account(in folder: String, echoesTokens: Bool) async throws -> [UInt8] {
        let store = try open(folder, echoesTokens: echoesTokens)
        try await store.activate()
        await store.nextPurchase(.asksToBuy)
        await store.nextPurchase(.userCancels)
        try await store.submit((1...2).map { payment($0, "coins", quantity: 2) })
        let products = ["coins", "lamp", "silver", "gold", "pass"]
        try await store.submit(products.enumerated().map { payment(UInt64($0.offset + 3), $0.element) })
        try await store.refund("2000000000001")
        await store.releaseFolder()
        // All of it in one file, without the changes behind it.
        let content = AccountHome.Content(
            version: AccountHome.version, generation: 1, account: await store.kept.state.book)
        return [UInt8](try AccountHome.encoder().encode(content))
    }

    private func open(_ folder: String, echoesTokens: Bool) throws -> EmbeddedAppStore {
        try EmbeddedAppStore(
            catalog: .sample(), path: folder,
            options: EmbeddedAppStoreOptions(answersNamePayments: echoesTokens))
    }

    @Test("However an account's numbers are changed, it is refused by name or works", arguments: [true, false])
    func changedNumbers(echoesTokens: Bool) async throws {
        let folder = place.path
        let original = try await account(in: folder, echoesTokens: echoesTokens)
        let places = numberPlaces(original)
        #expect(places.count > 30)
        var random = SplitMix64(seed: echoesTokens ? 1 : 2)
        var (worked, rejected) = (0, 0)
        for round in 0..<200 {
            var bytes = original
            // Each place is met; from the back, so that the places before it stay.
            var chosen: Set<Int> = [round % places.count]
            for _ in 0..<random.below(3) { chosen.insert(random.below(places.count)) }
            for place in chosen.sorted(by: >) {
                bytes.replaceSubrange(places[place], with: Self.numbers[random.below(Self.numbers.count)].utf8)
            }
            try? FileManager.default.removeItem(atPath: folder + "/account.log")
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/account.json"))
            do {
                try await use(try open(folder, echoesTokens: echoesTokens))
                worked += 1
            } catch is AccountFileFailure {
                rejected += 1
            }
        }
        #expect(worked > 20 && rejected > 20)
    }

    /// Does everything that there is to do; what is refused by a `BackendFailure` is right.
    private func use(_ store: EmbeddedAppStore) async throws {
        try await store.activate()
        let ids = await store.transactions.map(\.id) + ["9223372036854775807", "-9223372036854775808", "", "P"]
        for id in ids {
            try? await store.refund(id)
            try? await store.reinstate(id)
            try? await store.approve("P" + id)
        }
        _ = await store.finish(ids)
        try? await store.approveAll()
        for (number, script) in [PurchaseScript.asksToBuy, .userCancels, .succeeds].enumerated() {
            await store.nextPurchase(script)
            try? await store.submit([payment(UInt64(100 + number), "coins", quantity: 3)])
        }
        for product in ["gold", "silver.year", "lamp"] { _ = try? await store.buyElsewhere(product, quantity: .max) }
        try? await store.restore(RestoreID(rawValue: 1), for: nil)
        try? await store.redeliver()
        _ = try? await store.refreshReceipt()
        _ = try? await store.appTransaction(refresh: true)
        #expect(await store.charges.count == store.chargeCount)
        await store.releaseFolder()
    }

    /// Where whole numbers stand in a file, also those that are names.
    private func numberPlaces(_ bytes: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var start: Int?
        for index in bytes.indices {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
            if isDigit, start == nil { start = index }
            if !isDigit, let first = start.take(), bytes[index] != UInt8(ascii: "-") { places.append(first..<index) }
        }
        return places
    }
}
