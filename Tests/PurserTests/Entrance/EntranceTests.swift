import Foundation
import Purser
import Testing

@Suite("E2, D2: one bad thing is set aside alone, and told", .timeLimit(.minutes(30)))
struct EntranceTests {
    /// Something that no store tells, by name.
    struct Absurdity: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout StoreTransaction.Fields) -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout StoreTransaction.Fields) -> Void) {
            testDescription = name
            self.change = change
        }
    }

    static let absurdities: [Absurdity] = [
        Absurdity("a payload of 17 MiB") { $0.jwsRepresentation = String(repeating: "x", count: 17 << 20) },
        Absurdity("no quantity") { $0.purchasedQuantity = 0 },
        Absurdity("a negative quantity") { $0.purchasedQuantity = -3 },
        Absurdity("the largest quantity") { $0.purchasedQuantity = .max },
        Absurdity("the smallest quantity") { $0.purchasedQuantity = .min },
        Absurdity("an empty identifier") { $0.id = "" },
        Absurdity("a long identifier") { $0.id = String(repeating: "9", count: 256) },
        Absurdity("control characters") { $0.id = "T\u{0}1" },
        Absurdity("a long original identifier") { $0.originalID = String(repeating: "9", count: 1 << 20) },
        Absurdity("a long group") { $0.subscriptionGroupID = String(repeating: "g", count: 256) },
        Absurdity("a long currency") { $0.currencyCode = String(repeating: "$", count: 1_025) },
        Absurdity("a long environment") {
            $0.environment = StoreEnvironment(rawValue: String(repeating: "e", count: 2_000))
        },
        Absurdity("a long offer") {
            $0.offer = .init(type: .promotional, id: String(repeating: "o", count: 20 << 20))
        },
        Absurdity("a date that is none") { $0.purchaseDate = Date(timeIntervalSince1970: .nan) },
        Absurdity("the end of time") { $0.expirationDate = Date(timeIntervalSince1970: .infinity) },
        Absurdity("the year 300,000,000") { $0.signedDate = Date(timeIntervalSince1970: 9.46e15) },
        Absurdity("before all time") { $0.revocationDate = Date(timeIntervalSince1970: -1e300) },
        Absurdity("a long ago original") { $0.originalPurchaseDate = Date(timeIntervalSince1970: -1e15) },
    ]

    @Test("An absurd transaction fails its own payer alone, and a relaunch does not stumble", arguments: absurdities)
    func transaction(absurdity: Absurdity) async throws {
        let folder = try TemporaryFolder()
        let backend = ScriptedBackend()
        backend.change { script in
            script.submit = { [weak backend] payments in
                let bad = StoreTransaction.sample("bad", "seeds", .consumable, absurdity.change)
                backend?.inbox.put([
                    StoreTransaction.sample("T1").reported(.other(nil)), bad.reported(.payment(payments[0].token)),
                    StoreTransaction.sample("T2").reported(.other(nil)),
                ])
            }
        }
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.ledger = .folder(folder.url)
        for _ in 0..<2 {
            let store = try await PurchaseStore.open(configuration)
            let failure = await #expect(throws: PurchaseFailure.self) { try await store.purchase("seeds") }
            #expect(failure?.code == .invalidTransaction)
            #expect((failure?.message.utf8.count ?? 0) < 2_000 && (failure?.transactionID?.utf8.count ?? 0) < 300)
            #expect(store.rejectedReports.map(\.reason) == [.outOfLimits])
            var reported: [String] = []
            for await update in try store.updates(after: 0).prefix(2) { reported.append(update.transaction.id) }
            #expect(reported == ["T1", "T2"])
            #expect(!backend.record.finished.contains("bad"))
            #expect(store.entitlements.purchasedQuantities == ["coins": 2])
            try await store.close()
        }
    }

    @Test("A restore lists what it brought out of limits, and brings the rest")
    func restore() async throws {
        let backend = ScriptedBackend()
        backend.change { script in
            script.restore = { [weak backend] id in
                let bad = StoreTransaction.sample("bad", "lamp", .nonConsumable) { $0.purchasedQuantity = -1 }
                backend?.inbox.put([
                    bad.reported(.restore(id)),
                    StoreTransaction.sample("T1", "lamp", .nonConsumable).reported(.restore(id)),
                    .restoreEnded(id, nil),
                ])
            }
        }
        let store = try await PurchaseStore.open(backend: backend)
        let outcome = try await store.restorePurchases()
        #expect(outcome.restored.map(\.id) == ["T1"])
        #expect(outcome.failed.map(\.failure.code) == [.invalidTransaction])
        try await store.close()
    }

    @Test("Absurd endings, renewal infos, storefronts and promotions are left out, and what waits is answered")
    func others() async throws {
        let huge = String(repeating: "x", count: 1 << 20)
        let backend = ScriptedBackend()
        backend.change { script in
            script.submit = { [weak backend] payments in
                let ending = PaymentEnding(
                    token: payments[0].token, productID: huge, result: .failed(BackendFailure(.paymentInvalid, "no")),
                    failedTransactionID: huge)
                var info = StoreRenewalInfo(originalTransactionID: "1", currentProductID: "club", willAutoRenew: true)
                info.renewalDate = Date(timeIntervalSince1970: .infinity)
                backend?.inbox.put([
                    .renewalInfo(BackendRenewalInfo(info)), .storefrontChanged(StoreStorefront(countryCode: huge)),
                    .promotedPurchase(PromotedPurchase(id: huge, productID: "seeds")),
                    .entitlementsRevoked(productIDs: [huge]),
                    .subscriptionStatus(StoreSubscriptionStatus(state: .expired, transactionID: "")),
                    .paymentEnded(ending),
                ])
            }
        }
        let store = try await PurchaseStore.open(backend: backend)
        #expect(await failureCode { try await store.purchase("seeds") } == .paymentInvalid)
        #expect(backend.record.finished.isEmpty, "an identifier of a megabyte is not finished")
        #expect(
            store.rejectedReports.map(\.kind)
                == [.renewalInfo, .notice, .promotedPurchase, .notice, .notice, .paymentEnding])
        #expect(store.rejectedReports.allSatisfy { $0.id.utf8.count < 300 && $0.message.utf8.count < 5_000 })
        try await store.close()
    }

    @Test("A huge name of a reader fails its own caller, with a typed error")
    func readerName() async throws {
        let backend = PayingBackend.make()
        let store = try await PurchaseStore.open(backend: backend)
        let huge = String(repeating: "r", count: 17 << 20)
        await withTaskGroup(of: PurchaseFailure.Code?.self) { group in
            group.addTask { await failureCode { try await store.updates(for: huge) } }
            group.addTask { await failureCode { try await store.updates(for: "") } }
            for _ in 0..<8 { group.addTask { await failureCode { try await store.purchase("seeds") } } }
            let codes = await group.reduce(into: []) { $0.append($1) }
            #expect(codes.compactMap { $0 } == [.invalidRequest, .invalidRequest])
        }
        try await store.forgetConsumer(huge)
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 8)
        try await store.close()
    }

    @Test("A grant that fails with a text of megabytes is a dead letter with the beginning of it")
    func hugeReason() async throws {
        struct Verbose: RetryClassifying, CustomStringConvertible {
            var retryClass: RetryClass { .permanent }
            var description: String { String(repeating: "error ", count: 3 << 20) }
        }
        let folder = try TemporaryFolder()
        var configuration = PurchaseStore.Configuration(backend: PayingBackend.make())
        configuration.ledger = .folder(folder.url)
        configuration.grant = { _ in throw Verbose() }
        let store = try await PurchaseStore.open(configuration)
        #expect(await failureCode { try await store.purchase("seeds") } == .deliveryFailed)
        let letters = await store.deadLetters()
        #expect(letters.count == 1 && letters[0].reason.utf8.count < 5_000)
        try await store.close()
    }

    @Test("Absurd values of the configuration are moved to the nearest that make sense", arguments: [Int.min, -1, 0])
    func configuration(number: Int) async throws {
        let folder = try TemporaryFolder()
        let backend = PayingBackend.make()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.ledger = .folder(folder.url)
        configuration.keptUpdates = number
        configuration.concurrentDeliveries = number
        configuration.catalogLifetime = .seconds(Int64.min)
        configuration.grant = { _ in }
        let store = try await PurchaseStore.open(configuration)
        for _ in 0..<3 { #expect(try await store.purchase("seeds").purchase != nil) }
        _ = try await store.products(for: ["seeds"])
        try await store.close()
        var capabilities = BackendCapabilities()
        capabilities.concurrentPayments = number
        capabilities.productRequestLimit = number
        #expect(capabilities.concurrentPayments == 1 && capabilities.productRequestLimit == 1)
    }
}
