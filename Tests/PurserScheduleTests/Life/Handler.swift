import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

/// The kinds of handlers that an app gives to a store, to be tried alike.
struct Handler: Sendable, CustomTestStringConvertible {
    typealias Body = @Sendable (_ store: PurchaseStore) async -> Void

    var name: String
    fileprivate var install: @Sendable (inout PurchaseStore.Configuration, @escaping @Sendable () async -> Void) -> Void
    /// Has the handler called.
    fileprivate var begin: @Sendable (LifeShop, PurchaseStore) async throws -> Void

    var testDescription: String { name }

    /// Opens a store whose handler of this kind does something with it, the first time it is called.
    func open(
        _ shop: LifeShop, _ configure: LifeShop.Configure = { _ in }, _ body: @escaping Body
    ) async throws -> PurchaseStore {
        let opened = Lock<PurchaseStore?>(nil)
        if name == "manual" { try await shop.leaveManualPurchase("coins") }
        let calls = Lock(0)
        let store = try await shop.open { configuration in
            configuration.account = .user(UUID())
            configure(&configuration)
            install(&configuration) {
                guard calls.next() == 1 else { return }
                while true {
                    if let store = opened.withLock({ $0 }) { return await body(store) }
                    await Task.yield()
                }
            }
        }
        opened.withLock { $0 = store }
        return store
    }

    func provoke(_ shop: LifeShop, _ store: PurchaseStore) async throws {
        // A manual purchase of the launch before is handed over at once.
        if name != "manual" { try await store.waitUntilReady() }
        try await begin(shop, store)
    }

    private static func buy(_ shop: LifeShop, _ store: PurchaseStore) {
        shop.context.start { try await store.purchase("coins", deadline: .seconds(3_600)) }
    }

    static let all = [
        Handler(name: "grant") { configuration, body in
            configuration.grant = { _ in await body() }
        } begin: {
            buy($0, $1)
        },
        Handler(name: "revoke") { configuration, body in
            configuration.grant = { _ in }
            configuration.revoke = { _ in await body() }
        } begin: { shop, store in
            let purchase = try #require(try await store.purchase("coins").purchase)
            try await shop.appStore.refund(purchase.transaction.id)
        },
        Handler(name: "verifier") { configuration, body in
            configuration.verifier = CallingVerifier(body: body)
        } begin: {
            buy($0, $1)
        },
        Handler(name: "manual") { configuration, body in
            configuration.account = .shared
            configuration.manualPurchases = { _ in await body() }
        } begin: { _, _ in
        },
        Handler(name: "promoted") { configuration, body in
            configuration.promotedPurchases = { _ in
                await body()
                return .decline
            }
        } begin: { shop, _ in
            await shop.appStore.promote("coins")
        },
        Handler(name: "content") { configuration, body in
            let folder = FileManager.default.temporaryDirectory.appending(path: "purser-\(UUID().uuidString)")
            configuration.contents = StoreContents(
                folder: folder, items: [StoreContent(productID: "coins", source: CallingSource(body: body))])
        } begin: {
            buy($0, $1)
        },
    ]
}

private struct CallingVerifier: TransactionVerifier {
    let body: @Sendable () async -> Void

    func verify(_ transactions: [BackendTransaction]) async throws -> [VerificationVerdict] {
        await body()
        return transactions.map { _ in .verified }
    }
}

private struct CallingSource: ContentSource {
    let body: @Sendable () async -> Void

    func fetch(_ request: ContentRequest, with work: ContentWork) async throws { await body() }
}
