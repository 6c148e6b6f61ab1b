import Foundation
import Purser
import PurserTesting
import Testing

/// A shop inside the program with one customer: what a backend needs, and nothing else.
actor CornerShop: StoreBackend {
    nonisolated let capabilities = BackendCapabilities(concurrentPayments: 10, answersNamePayments: true)
    nonisolated let inbox = BackendInbox()
    nonisolated let canMakePayments = true

    private let products: [String: StoreProduct]
    private var sales: [Sale] = []
    private var waiting: [BackendPayment] = []
    private var taken: Set<PaymentToken> = []
    private var answer = Answer.pays
    private var isActive = false

    /// What the customer does about the next payment.
    enum Answer { case pays, cancels, asksToBuy }

    private struct Sale {
        var transaction: StoreTransaction
        var token: PaymentToken
        var isFinished = false
    }

    init(products: [StoreProduct]) {
        self.products = Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })
    }

    private func report(_ events: [BackendEvent]) {
        if isActive { inbox.put(events) }
    }
}

extension CornerShop {
    func activate() async throws {
        isActive = true
        try await redeliver()
    }

    func deactivate() async { isActive = false }

    func redeliver() async throws {
        report(
            sales.filter { !$0.isFinished }.map { sale in
                .transaction(BackendTransaction(sale.transaction, origin: .other(sale.token)))
            })
    }
}

extension CornerShop {
    func products(for ids: [String]) async throws -> BackendProducts {
        BackendProducts(products: ids.compactMap { products[$0] }, invalidIDs: ids.filter { products[$0] == nil })
    }
}

extension CornerShop {
    func submit(_ payments: [BackendPayment]) async throws {
        report(payments.filter { taken.insert($0.token).inserted }.map(begin))
    }

    private func begin(_ payment: BackendPayment) -> BackendEvent {
        defer { answer = .pays }
        guard products[payment.productID] != nil else {
            return end(payment, .failed(BackendFailure(.storeProductNotAvailable, "The shop does not sell this.")))
        }
        switch answer {
        case .pays: return sell(payment, origin: .payment(payment.token))
        case .cancels: return end(payment, .cancelled)
        case .asksToBuy:
            waiting.append(payment)
            return end(payment, .pending)
        }
    }

    private func end(_ payment: BackendPayment, _ result: PaymentEnding.Result) -> BackendEvent {
        .paymentEnded(PaymentEnding(token: payment.token, productID: payment.productID, result: result))
    }

    private func sell(_ payment: BackendPayment, origin: BackendTransaction.Origin) -> BackendEvent {
        var fields = StoreTransaction.Fields(
            id: "sale-\(sales.count + 1)", productID: payment.productID,
            productType: products[payment.productID]?.type ?? .consumable, purchasedQuantity: payment.quantity,
            purchaseDate: Date())
        fields.appAccountToken = payment.appAccountToken
        let transaction = StoreTransaction(fields)
        sales.append(Sale(transaction: transaction, token: payment.token))
        return .transaction(BackendTransaction(transaction, origin: origin))
    }
}

extension CornerShop {
    func restore(_ id: RestoreID, for account: UUID?) async throws {
        let owned = sales.filter { $0.transaction.productType != .consumable && $0.transaction.revocationDate == nil }
        let brought = owned.map { sale in
            BackendEvent.transaction(
                BackendTransaction(sale.transaction, origin: .restore(id), needsFinish: !sale.isFinished))
        }
        report(brought + [.restoreEnded(id, nil)])
    }
}

extension CornerShop {
    func finish(_ requests: [FinishRequest]) async -> [String: BackendFailure] {
        for request in requests {
            guard let index = sales.firstIndex(where: { $0.transaction.id == request.transactionID }) else { continue }
            if request.covers(sales[index].transaction) { sales[index].isFinished = true }
        }
        return [:]
    }
}

extension CornerShop {
    func localReceipt() async -> StoreReceipt? { nil }

    func refreshReceipt() async throws -> StoreReceipt {
        throw BackendFailure(.receiptUnavailable, "The corner shop writes no receipts.")
    }

    func storefront() async -> StoreStorefront? { nil }
}

extension CornerShop {
    func next(_ answer: Answer) { self.answer = answer }

    func approveAll() {
        report(waiting.map { sell($0, origin: .other($0.token)) })
        waiting = []
    }

    func refund(_ transactionID: String) {
        guard let index = sales.firstIndex(where: { $0.transaction.id == transactionID }) else { return }
        var fields = sales[index].transaction.fields
        fields.revocationDate = Date()
        sales[index].transaction = StoreTransaction(fields)
        sales[index].isFinished = false
        report([.transaction(BackendTransaction(sales[index].transaction, origin: .other(sales[index].token)))])
    }
}

struct CornerShopUnderTest: BackendUnderTest {
    let shop = CornerShop(products: [
        CornerShopUnderTest.product("apples", .consumable), CornerShopUnderTest.product("pears", .consumable),
        CornerShopUnderTest.product("basket", .nonConsumable),
    ])
    var backend: any StoreBackend { shop }
    let consumableID = "apples"
    let otherConsumableID = "pears"
    let nonConsumableID = "basket"
    let patience = Duration.seconds(600)
    let clock: any StoreClock = SystemClock()

    static func product(_ id: String, _ type: StoreProduct.ProductType) -> StoreProduct {
        StoreProduct(id: id, type: type, displayName: id, price: 2, currencyCode: "EUR", displayPrice: "€2.00")
    }

    func deferNextPurchase() async throws { await shop.next(.asksToBuy) }
    func cancelNextPurchase() async throws { await shop.next(.cancels) }
    func approvePending() async throws { await shop.approveAll() }
    func refund(_ transactionID: String) async throws { await shop.refund(transactionID) }
}

@Suite("The corner shop", .timeLimit(.minutes(30)))
struct CornerShopTests {
    @Test("It keeps the contract")
    func contract() async throws {
        for check in BackendContract.checks {
            try await check.run { CornerShopUnderTest() }
        }
    }

    @Test("A store sells from it, restores, and hears of a refund")
    func store() async throws {
        let shop = CornerShop(products: [CornerShopUnderTest.product("basket", .nonConsumable)])
        let store = try await PurchaseStore.open(backend: shop)
        let purchase = try #require(try await store.purchase("basket").purchase)
        #expect(try await store.restorePurchases().restored.map(\.productID) == ["basket"])
        let updates = try store.updates(from: .now)
        await shop.refund(purchase.transaction.id)
        for await update in updates {
            #expect(update.kind == .revoked)
            break
        }
        #expect(!store.entitlements.contains("basket"))
        let failure = await #expect(throws: PurchaseFailure.self) { try await store.purchase("pears") }
        #expect(failure?.code == .storeProductNotAvailable)
        try await store.close()
    }
}
