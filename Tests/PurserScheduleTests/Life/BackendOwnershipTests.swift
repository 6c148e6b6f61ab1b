import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// A store deactivates only a backend that it holds, and lets go of it however it ends.
@Suite("Who owns the backend")
struct BackendOwnershipTests {
    private func explore(_ body: @escaping @Sendable (LifeShop) async throws -> Void) throws {
        try LifeShop.explore(seeds: plain(12, long: 50), body)
    }

    @Test("C3: a store that is closed again leaves the backend to the store that was opened after it")
    func closedTwice() throws {
        try explore { shop in
            let first = try await shop.open()
            try await first.close()
            let second = try await shop.open()
            try await first.close()
            try await shop.expectHears(second)
            try await second.close()
        }
    }

    @Test("C3: a store that is opened while the one before still closes hears its backend")
    func openedWhileClosing() throws {
        try explore { shop in
            let first = try await shop.open()
            try await first.waitUntilReady()
            let closing = shop.context.start { try await first.close() }
            let second = try await shop.openWhenFree()
            try await closing.value
            try await shop.expectHears(second)
            try await second.close()
        }
    }

    @Test("C3: one that is opened and closed while the one before still closes does not disturb the third")
    func openedAndClosedWhileClosing() throws {
        try explore { shop in
            let first = try await shop.open()
            try await first.waitUntilReady()
            let closing = shop.context.start { try await first.close() }
            let second = try await shop.openWhenFree()
            let alsoClosing = shop.context.start { try await second.close() }
            let third = try await shop.openWhenFree()
            try await closing.value
            try await alsoClosing.value
            try await shop.expectHears(third)
            try await third.close()
        }
    }

    @Test("C3: a store let go of without being closed deactivates its backend and gives its folder free")
    func letGo() throws {
        try explore { shop in
            let folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let configure: LifeShop.Configure = {
                $0.storage = nil
                $0.ledger = .folder(URL(filePath: folder))
            }
            try await Self.use(shop.open(configure))
            try await shop.wait("the end of the store", within: .seconds(60)) { !shop.backend.isListening }
            let second = try await shop.openWhenFree(configure)
            try await shop.expectHears(second)
            try await second.close()
        }
    }

    /// Uses a store that nobody keeps.
    private static func use(_ store: consuming PurchaseStore) async throws {
        try await store.waitUntilReady()
        try await store.purchase("coins")
    }
}
