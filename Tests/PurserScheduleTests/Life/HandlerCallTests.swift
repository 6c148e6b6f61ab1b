import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// A handler may call anything of its store; what would have to wait for the handler says so at once.
@Suite("Handlers that call their store")
struct HandlerCallTests {
    @Test("C4: close() inside a handler returns at once, and the store closes", arguments: Handler.all)
    func closing(_ handler: Handler) throws {
        try LifeShop.explore { shop in
            let returned = Gate()
            let store = try await handler.open(shop) { store in
                await store.close()
                returned.open()
                await returned.pass()
            }
            try await handler.provoke(shop, store)
            try await shop.wait("the handler", within: .seconds(1)) { returned.arrivals == 1 }
            try await shop.wait("the end of the store", within: .seconds(10)) { !shop.backend.isListening }
            await store.close()
            let next = try await shop.open()
            try await shop.expectHears(next)
            await next.close()
        }
    }

    @Test("C4: switchAccount inside a handler throws at once and says why", arguments: Handler.all)
    func switching(_ handler: Handler) throws {
        try LifeShop.explore { shop in
            let (code, ended) = (Lock<PurchaseFailure.Code?>(nil), Lock(0))
            let store = try await handler.open(shop) { store in
                let thrown = await failureCode { try await store.switchAccount(to: .user(UUID())) }
                code.withLock { $0 = thrown }
                _ = ended.next()
            }
            try await handler.provoke(shop, store)
            try await shop.wait("the handler", within: .seconds(1)) { ended.value > 0 }
            // No switch waits for a decision about a promoted purchase, which may need another user.
            try #require(code.withLock { $0 } == (handler.name == "promoted" ? nil : .calledInHandler))
            await store.close()
        }
    }

    @Test(
        "C4: a purchase inside a handler ends, with its product or with words that it would wait for itself",
        arguments: Handler.all)
    func buying(_ handler: Handler) throws {
        try LifeShop.explore { shop in
            let ended = Lock<[PurchaseFailure.Code?]>([])
            let store = try await handler.open(shop) { store in
                for product in ["gems", "coins"] {
                    let code = await failureCode { try #require(try await store.purchase(product).purchase != nil) }
                    ended.withLock { $0.append(code) }
                }
            }
            try await handler.provoke(shop, store)
            try await shop.wait("the handler", within: .seconds(1)) { ended.withLock(\.count) == 2 }
            let expected: [PurchaseFailure.Code?] =
                switch handler.name {
                case "verifier": [.calledInHandler, .calledInHandler]
                case "content": [nil, .calledInHandler]
                default: [nil, nil]
                }
            let codes: [PurchaseFailure.Code?] = ended.withLock(\.self)
            try #require(codes == expected)
            await store.close()
        }
    }

    @Test("C4: a restore, a look-up, a receipt and finishing inside a handler end", arguments: Handler.all)
    func asking(_ handler: Handler) throws {
        try LifeShop.explore { shop in
            let ended = Lock<[PurchaseFailure.Code?]>([])
            let store = try await handler.open(shop) { store in
                let codes = [
                    await failureCode { try await store.restorePurchases() },
                    await failureCode { try await store.products(for: ["coins"]) },
                    await failureCode { try await store.refreshReceipt() },
                    await failureCode { try await store.redeliver() },
                    await failureCode { for purchase in await store.unfinished() { try await purchase.finish() } },
                ]
                ended.withLock { $0 = codes }
            }
            try await handler.provoke(shop, store)
            try await shop.wait("the handler", within: .seconds(1)) { !ended.withLock(\.isEmpty) }
            let restored: PurchaseFailure.Code? = handler.name == "verifier" ? .calledInHandler : nil
            let (codes, expected): ([PurchaseFailure.Code?], [PurchaseFailure.Code?])
            (codes, expected) = (ended.withLock(\.self), [restored, nil, nil, nil, nil])
            try #require(codes == expected)
            await store.close()
        }
    }

    @Test("F9: a purchase inside each of eight grants needs no place among them")
    func eightGrants() throws {
        try LifeShop.explore { shop in
            let opened = Lock<PurchaseStore?>(nil)
            let inner = Lock(0)
            let store = try await shop.open { configuration in
                configuration.grant = { update in
                    guard update.transaction.productID == "coins", let store = opened.withLock({ $0 }) else { return }
                    try #require(try await store.purchase("gems").purchase != nil)
                    inner.next()
                }
            }
            opened.withLock { $0 = store }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { try await store.purchase("coins") } }
                try await group.waitForAll()
            }
            try #require(inner.value == 8)
            // No handler was over its limit.
            try #require(shop.context.clock.now() < .seconds(1))
            await store.close()
        }
    }

    @Test("C4: a purchase that the transaction under way answers again says that it would wait for itself")
    func itself() throws {
        try LifeShop.explore { shop in
            let code = Lock<PurchaseFailure.Code?>(nil)
            let opened = Lock<PurchaseStore?>(nil)
            let store = try await shop.open { configuration in
                configuration.grant = { _ in
                    guard let store = opened.withLock({ $0.take() }) else { return }
                    let thrown = await failureCode { try await store.purchase("lamp") }
                    code.withLock { $0 = thrown }
                }
            }
            opened.withLock { $0 = store }
            try await store.purchase("lamp")
            try #require(code.withLock { $0 } == .calledInHandler)
            await store.close()
        }
    }

    @Test("A task that a handler has started may close the store and wait for that, once the handler has returned")
    func afterwards() throws {
        try LifeShop.explore { shop in
            let opened = Lock<PurchaseStore?>(nil)
            let closed = Gate()
            let task = Lock<Task<Void, any Error>?>(nil)
            let returned = Gate()
            let store = try await shop.open { configuration in
                configuration.grant = { [context = shop.context] _ in
                    guard let store = opened.withLock({ $0.take() }) else { return }
                    let started = context.start {
                        await returned.pass()
                        await store.close()
                        try #require(!shop.backend.isListening)
                        closed.open()
                    }
                    task.withLock { $0 = started }
                }
            }
            opened.withLock { $0 = store }
            try await store.purchase("coins")
            returned.open()
            await closed.pass()
            try await task.withLock { $0 }?.value
        }
    }
}
