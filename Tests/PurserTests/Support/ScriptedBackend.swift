import Foundation
import Purser

/// A backend that does as it is told: a closure for each request, and a record of what was asked.
final class ScriptedBackend: StoreBackend {
    struct Script: Sendable {
        var products: @Sendable (_ ids: [String], _ request: Int) async throws -> BackendProducts = { ids, _ in
            BackendProducts(products: ids.map { .sample($0) })
        }
        var activate: @Sendable (_ attempt: Int) async throws -> Void = { _ in }
        var submit: @Sendable (_ payments: [BackendPayment]) async throws -> Void = { _ in }
        var restore: @Sendable (_ id: RestoreID) async throws -> Void = { _ in }
        var finish: @Sendable (_ ids: [String]) async -> [String: BackendFailure] = { _ in [:] }
        var redeliver: @Sendable () async throws -> Void = {}
        var localReceipt: @Sendable () async -> StoreReceipt? = { nil }
        var refreshReceipt: @Sendable (_ request: Int) async throws -> StoreReceipt = { request in
            StoreReceipt(data: Data("receipt \(request)".utf8))
        }
        var environment: @Sendable () async -> StoreEnvironment? = { nil }
        var storefront = StoreStorefront(countryCode: "USA", currencyCode: "USD")
    }

    struct Record: Sendable {
        var products: [[String]] = []
        var payments: [BackendPayment] = []
        var restores: [RestoreID] = []
        var restoredAccounts: [UUID?] = []
        var finished: [String] = []
        var receiptRefreshes = 0
        var activations = 0
    }

    let capabilities: BackendCapabilities
    let inbox = BackendInbox()
    let canMakePayments = true
    private let script: Lock<Script>
    private let noted = Lock(Record())

    init(capabilities: BackendCapabilities = BackendCapabilities(), script: Script = Script()) {
        self.capabilities = capabilities
        self.script = Lock(script)
    }

    /// What was asked so far.
    var record: Record { noted.withLock { $0 } }

    /// Forgets the payments that were handed over.
    func forgetPayments() { noted.withLock { $0.payments = [] } }

    func change(_ body: (inout Script) -> Void) { script.withLock { body(&$0) } }

    func activate() async throws {
        let attempt = noted.withLock { record in
            record.activations += 1
            return record.activations
        }
        try await script.withLock(\.activate)(attempt)
    }

    func deactivate() async {}

    func products(for ids: [String]) async throws -> BackendProducts {
        let request = noted.withLock { record in
            record.products.append(ids)
            return record.products.count
        }
        return try await script.withLock(\.products)(ids, request)
    }

    func submit(_ payments: [BackendPayment]) async throws {
        noted.withLock { $0.payments += payments }
        try await script.withLock(\.submit)(payments)
    }

    func restore(_ id: RestoreID, for account: UUID?) async throws {
        noted.withLock {
            $0.restores.append(id)
            $0.restoredAccounts.append(account)
        }
        try await script.withLock(\.restore)(id)
    }

    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        let transactionIDs = requests.map(\.transactionID)
        noted.withLock { $0.finished += transactionIDs }
        return await script.withLock(\.finish)(transactionIDs)
    }

    func environment() async -> StoreEnvironment? { await script.withLock(\.environment)() }
    func redeliver() async throws { try await script.withLock(\.redeliver)() }
    func localReceipt() async -> StoreReceipt? { await script.withLock(\.localReceipt)() }

    func refreshReceipt() async throws -> StoreReceipt {
        let request = noted.withLock { record in
            record.receiptRefreshes += 1
            return record.receiptRefreshes
        }
        return try await script.withLock(\.refreshReceipt)(request)
    }

    func storefront() async -> StoreStorefront? { script.withLock(\.storefront) }
}

extension StoreProduct {
    /// A consumable that needs no more than its name.
    static func sample(_ id: String, displayPrice: String = "$0.99") -> StoreProduct {
        StoreProduct(
            id: id, type: .consumable, displayName: id, price: Decimal(99) / 100, currencyCode: "USD",
            displayPrice: displayPrice)
    }
}
