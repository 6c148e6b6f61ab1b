import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// Handlers of the app that never return hold up nothing else for longer than their limits.
@Suite("Handlers that never return")
struct HandlerLimitTests {
    @Test("F9: eight grants that never return stop no other delivery, and count when they return after all")
    func hangingGrants() throws {
        try LifeShop.explore { shop in
            let gate = Gate()
            let store = try await shop.open { configuration in
                configuration.limits.grant = .seconds(30)
                configuration.grant = { update in if update.transaction.productID == "coins" { await gate.pass() } }
            }
            let codes = await withTaskGroup(of: PurchaseFailure.Code?.self) { group in
                for _ in 0..<8 { group.addTask { await failureCode { try await store.purchase("coins") } } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try #require(codes == Array(repeating: .limitExceeded, count: 8))
            try #require(gate.stuck == 8)
            try #require(try await store.purchase("gems", deadline: .seconds(60)).purchase != nil)
            try #require(shop.context.clock.now() <= .seconds(91))
            // What hangs is not begun a second time, also when the app asks for everything again.
            try await store.redeliver()
            try await shop.context.sleep(for: .seconds(300))
            try #require(gate.stuck == 8)
            gate.open()
            try await shop.wait("the late grants", within: .seconds(60)) { await store.unfinished().isEmpty }
            try #require(gate.arrivals == 8)
            try await store.close()
        }
    }

    @Test("F8, F9: eight revokes that never return stop no other delivery, and count when they return after all")
    func hangingRevokes() throws {
        try LifeShop.explore { shop in
            let gate = Gate()
            let store = try await shop.open { configuration in
                configuration.limits.revoke = .seconds(30)
                configuration.grant = { _ in }
                configuration.revoke = { _ in await gate.pass() }
            }
            for _ in 0..<8 {
                let bought = try #require(try await store.purchase("coins").purchase)
                try await shop.appStore.refund(bought.transaction.id)
            }
            try await shop.wait("the revokes", within: .seconds(1)) { gate.stuck == 8 }
            try #require(try await store.purchase("gems", deadline: .seconds(60)).purchase != nil)
            try #require(shop.context.clock.now() <= .seconds(62))
            // What hangs is not begun a second time, also when the app asks for everything again.
            try await store.redeliver()
            try await shop.context.sleep(for: .seconds(300))
            try #require(gate.stuck == 8)
            gate.open()
            try await shop.wait("the late revokes", within: .seconds(60)) { await store.unfinished().isEmpty }
            try #require(gate.arrivals == 8)
            try #require(await store.deadLetters().isEmpty)
            try await store.close()
        }
    }

    @Test("F8, F9: a revoke that throws is tried again by its policy while all others go on")
    func throwingRevokes() throws {
        try LifeShop.explore { shop in
            let calls = Lock(0)
            let store = try await shop.open { configuration in
                configuration.grant = { _ in }
                configuration.revoke = { _ in if calls.next() < 3 { throw LifeError() } }
                configuration.retries.revoke = RetryPolicy(
                    initialDelay: .seconds(60), maximumDelay: .seconds(60), jitter: .none, maximumAttempts: 5)
            }
            let bought = try #require(try await store.purchase("coins").purchase)
            try await shop.appStore.refund(bought.transaction.id)
            try await shop.wait("the first revoke", within: .seconds(1)) { calls.value == 1 }
            try #require(try await store.purchase("gems", deadline: .seconds(1)).purchase != nil)
            try await shop.wait("the third revoke", within: .seconds(121)) { await store.unfinished().isEmpty }
            try #require(calls.value == 3)
            try await store.close()
        }
    }

    @Test("F9: eight handlers of manual purchases that never return stop no other delivery")
    func hangingManualHandlers() throws {
        try LifeShop.explore { shop in
            let gate = Gate()
            for _ in 0..<8 { try await shop.leaveManualPurchase("coins") }
            let store = try await shop.open { configuration in
                configuration.limits.manualPurchase = .seconds(30)
                configuration.grant = { _ in }
                configuration.manualPurchases = { _ in await gate.pass() }
            }
            try await shop.wait("the handlers", within: .seconds(1)) { gate.stuck == 8 }
            try #require(try await store.purchase("gems", deadline: .seconds(60)).purchase != nil)
            gate.open()
            try await store.close()
        }
    }

    @Test("C4: a content that never comes stops no other delivery", arguments: [0, 3])
    func hangingContent(others: Int) throws {
        try LifeShop.explore { shop in
            let gate = Gate()
            let folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let ids = ["lamp", "tools", "coins", "gems"]
            let store = try await shop.open { configuration in
                configuration.limits.content = .seconds(30)
                configuration.concurrentDeliveries = 3
                configuration.contents = StoreContents(
                    folder: folder,
                    items: ids.map { id in
                        StoreContent(productID: id, source: GatedSource(gate: id == "gems" ? nil : gate))
                    })
            }
            for id in ids.prefix(others) {
                try #require(await failureCode { try await store.purchase(id) } == .limitExceeded)
            }
            try #require(try await store.purchase("gems", deadline: .seconds(60)).purchase != nil)
            gate.open()
            try await shop.wait("the late contents", within: .seconds(60)) { await store.unfinished().isEmpty }
            try await store.close()
        }
    }

    @Test("F9, V1: a verifier that never returns holds up nothing else, and its late verdicts count")
    func hangingVerifier() throws {
        try LifeShop.explore { shop in
            let gate = Gate()
            let verifier = GatedVerifier(gate: gate)
            let store = try await shop.open { configuration in
                configuration.limits.verifier = .seconds(30)
                configuration.verifier = verifier
            }
            try #require(await failureCode { try await store.purchase("coins") } == .verificationUnavailable)
            try #require(try await store.purchase("gems", deadline: .seconds(60)).purchase != nil)
            try await store.redeliver()
            try await shop.context.sleep(for: .seconds(300))
            try #require(gate.stuck == 1)
            gate.open()
            try await shop.wait("the late verdict", within: .seconds(1)) {
                store.entitlements.purchasedQuantity(of: "coins") == 1
            }
            try #require(gate.arrivals == 1)
            try await store.close()
        }
    }

    @Test("C4: close() and switchAccount wait for no handler longer than the limit for closing", arguments: Handler.all)
    func closing(_ handler: Handler) throws {
        for switches in [false, true] {
            try LifeShop.explore { shop in
                let gate = Gate()
                let store = try await handler.open(shop) { _ in await gate.pass() }
                try await handler.provoke(shop, store)
                try await shop.wait("the handler", within: .seconds(1)) { gate.stuck > 0 }
                let start = shop.context.clock.now()
                if switches { try await store.switchAccount(to: .user(UUID())) } else { try await store.close() }
                try #require(shop.context.clock.now() - start <= .seconds(10))
                gate.open()
                try await store.close()
            }
        }
    }
}

private struct LifeError: Error {}

/// A source of contents that waits at a gate and brings an empty folder.
struct GatedSource: ContentSource {
    let gate: Gate?

    func fetch(_ request: ContentRequest, with work: ContentWork) async throws { await gate?.pass() }
}

/// Judges everything genuine, but hangs on coins.
private struct GatedVerifier: TransactionVerifier {
    let gate: Gate

    func verify(_ transactions: [BackendTransaction]) async throws -> [VerificationVerdict] {
        if transactions.contains(where: { $0.transaction.productID == "coins" }) { await gate.pass() }
        return transactions.map { _ in .verified }
    }
}
