import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// Inside a handler the calls that could wait for it throw; all others may be made.
@Suite("Handlers that call their store")
struct HandlerCallTests {
    @Test(
        "C4: five calls throw inside a handler, also in its child tasks, and nothing comes of them",
        arguments: Handler.all)
    func rejected(_ handler: Handler) throws {
        try LifeShop.explore { shop in
            let codes = Lock<[PurchaseFailure.Code?]>([])
            let store = try await handler.open(shop) { store in
                let thrown = [
                    await failureCode { try await store.purchase("gems") },
                    await failureCode { try await store.restorePurchases() },
                    await failureCode { try await store.switchAccount(to: .user(UUID())) },
                    await failureCode { try await store.forget(user: UUID()) },
                    await failureCode {
                        async let closing: Void = store.close()
                        try await closing
                    },
                ]
                codes.withLock { $0 = thrown }
            }
            let account = store.account
            try await handler.provoke(shop, store)
            try await shop.wait("the handler", within: .seconds(1)) { !codes.withLock(\.isEmpty) }
            let expected = [PurchaseFailure.Code?](repeating: .calledInHandler, count: 5)
            try #require(codes.withLock(\.self) == expected)
            try #require(shop.backend.isListening && store.account == account)
            try #require(await shop.appStore.transactions.allSatisfy { $0.productID != "gems" })
            try await store.close()
        }
    }

    @Test("C4: a look-up, a receipt, finishing and a download inside a handler end", arguments: Handler.all)
    func asking(_ handler: Handler) throws {
        try LifeShop.explore { shop in
            let ended = Lock<[PurchaseFailure.Code?]>([])
            let store = try await handler.open(shop) { store in
                let codes = [
                    await failureCode { try await store.downloadContent(of: "coins") },
                    await failureCode { try await store.products(for: ["coins"]) },
                    await failureCode { try await store.refreshReceipt() },
                    await failureCode { try await store.redeliver() },
                    await failureCode { for purchase in await store.unfinished() { try await purchase.finish() } },
                ]
                ended.withLock { $0 = codes }
            }
            try await handler.provoke(shop, store)
            try await shop.wait("the handler", within: .seconds(1)) { !ended.withLock(\.isEmpty) }
            // It would wait for itself; the other stores have no content.
            let fetched: PurchaseFailure.Code = handler.name == "content" ? .calledInHandler : .contentUnavailable
            let (codes, expected): ([PurchaseFailure.Code?], [PurchaseFailure.Code?])
            (codes, expected) = (ended.withLock(\.self), [fetched, nil, nil, nil, nil])
            try #require(codes == expected)
            try await store.close()
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
                        try await store.close()
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
