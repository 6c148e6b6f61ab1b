import Foundation
import Purser
import PurserSimulator
import PurserTesting
import Testing

@Suite("Values print on one line")
struct PrintingTests {
    private static let product = StoreProduct(
        id: "com.example.club", type: .autoRenewable, displayName: "Garden Club", description: "For gardeners",
        price: 3, currencyCode: "USD", displayPrice: "$2.99",
        subscription: .init(
            subscriptionGroupID: "club", subscriptionPeriod: SubscriptionPeriod(1, .month),
            offers: [StoreOffer(type: .introductory, paymentMode: .freeTrial, price: 0, period: .init(1, .week))]))
    private static let ending = PaymentEnding(
        token: Samples.intent.token, productID: "com.example.seeds", result: .failed(offline))
    private static let offline = BackendFailure(.networkError, "The network is away.")
    private static let backendTransaction = BackendTransaction(
        Samples.transaction(), origin: .payment(Samples.intent.token), needsFinish: false,
        verification: .invalid("no chain"))

    /// Each value with what it prints.
    private static let appTransaction = StoreAppTransaction(
        bundleID: "com.example.app", appVersion: "1.2", originalAppVersion: "1.0", originalPurchaseDate: Samples.date,
        environment: .sandbox)

    private static var configuration: PurchaseStore.Configuration {
        var configuration = PurchaseStore.Configuration(
            backend: EmbeddedAppStore(catalog: SimulatorCatalog(products: [])))
        configuration.productIDs = ["a", "b"]
        configuration.grant = { _ in }
        return configuration
    }

    private static let storeKitFile: any Sendable =
        (try? StoreKitConfiguration(data: Data("{\"products\":[]}".utf8))) ?? "the file was not read"

    static let table: [(value: any Sendable, text: String)] = [
        // What a purchase ends with.
        (
            PurchaseOutcome.purchased(StorePurchase(update: Samples.update)),
            "purchased com.example.seeds (transaction 42, update 7)"
        ),
        (
            StorePurchase(update: Samples.update, needsFinish: true),
            "com.example.seeds (transaction 42, update 7, to be finished)"
        ),
        (PurchaseOutcome.pending, "pending"), (PurchaseOutcome.cancelled, "cancelled"),
        (RestoreOutcome(restored: [Samples.club]), "1 transaction restored"),
        (
            RestoreOutcome(failed: [.init(transaction: Samples.club, failure: Samples.failure)]),
            "0 transactions restored, 1 failed"
        ),
        (
            RestoreOutcome.Failed(transaction: Samples.club, failure: Samples.failure),
            "transaction 43 of com.example.club: deliveryFailed: No bed is free."
        ),
        (
            DeadLetter(update: Samples.update, reason: "No bed is free."),
            "update 7: purchased com.example.seeds (transaction 42), failed permanently: No bed is free."
        ),
        // What is recorded.
        (Samples.update, "update 7: purchased com.example.seeds (transaction 42)"),
        (
            Samples.transaction(),
            "transaction 42 (com.example.seeds, purchased 2026-01-31T12:00:00Z, user 7C9E6679…)"
        ),
        (
            Samples.club,
            "transaction 43 (com.example.club, renewed 2026-01-31T12:00:00Z, original 41, until 2026-02-28T12:00:00Z, "
                + "user 7C9E6679…)"
        ),
        (
            Samples.transaction { fields in
                fields.purchasedQuantity = 3
                fields.revocationDate = Samples.date
                fields.isUpgraded = true
                fields.ownershipType = .familyShared
                fields.offer = .init(type: .promotional, id: "spring")
                fields.appAccountToken = nil
            },
            "transaction 42 (com.example.seeds, quantity 3, purchased 2026-01-31T12:00:00Z, "
                + "revoked 2026-01-31T12:00:00Z, upgraded, FAMILY_SHARED, promotional offer spring)"
        ),
        (
            StorePurchase(update: Samples.update, wasRecordedBefore: true),
            "com.example.seeds (transaction 42, update 7, recorded before)"
        ),
        (
            PurchaseFailure(.deliveryFailed, "a could not be handed over.", productID: "a"),
            "deliveryFailed: a could not be handed over."
        ),
        (
            PurchaseFailure(.networkError, "Offline.", productID: "a", transactionID: "42"),
            "networkError: Offline. [product a] [transaction 42]"
        ),
        (PurchaseFailure(.invalidRequest, "It is empty.", productID: ""), "invalidRequest: It is empty."),
        // What is owned.
        (StoreEntitlements([], at: Samples.date), "nothing at 2026-01-31T12:00:00Z"),
        (
            StoreEntitlements([Samples.club, Samples.transaction()], at: Samples.date),
            "com.example.club, com.example.seeds × 1 at 2026-01-31T12:00:00Z"
        ),
        (StoreEntitlement(Samples.club), "com.example.club until 2026-02-28T12:00:00Z (transaction 43)"),
        (
            StoreSubscription(Samples.club, state: .revoked),
            "com.example.club revoked until 2026-02-28T12:00:00Z (transaction 43)"
        ),
        (StoreSubscription.RenewalState(rawValue: 9), "state 9"),
        // What is sold and asked for.
        (product, "com.example.club ($2.99, Auto-Renewable Subscription, P1M, level 1 of group club, 1 offer)"),
        (StoreProducts(products: [product], invalidIDs: ["a", "b"]), "1 product, unknown: a, b"),
        (
            StoreOffer(
                type: .promotional, id: "spring", paymentMode: .payAsYouGo, price: 1, period: .init(1, .month),
                periodCount: 3),
            "promotional offer spring, payAsYouGo, 3 × P1M for 1"
        ),
        (
            Samples.request,
            "com.example.seeds, quantity 3, promotional offer spring, finished by the app, 1 context value, "
                + "user 7C9E6679…"
        ),
        (PaymentRequest(productID: "a"), "a"),
        (
            PaymentIntent(
                token: .init(launch: 1, number: 2), request: .init(productID: "a"), requestedAt: Samples.date),
            "payment 1-2 of a"
        ),
        (
            StoreOffer.Signature(
                keyID: "K1", nonce: Samples.user, timestamp: Samples.date, signature: Data("secret".utf8)),
            "signature by key K1 of 2026-01-31T12:00:00Z"
        ),
        (PromotedPurchase(id: "3", productID: "a"), "promoted purchase 3 of a"),
        (PromotedPurchase.Decision.buy(context: ["a": "b"]), "buy"),
        (StoreProduct(id: "a", price: 3), "a (3 USD, Non-Consumable)"),
        (StoreStorefront(countryCode: "DEU", currencyCode: "EUR"), "DEU (EUR)"),
        (StoreReceipt(data: Data([1, 2])), "receipt of 2 bytes"),
        (StoreAccount.user(Samples.user), "user 7C9E6679…"), (StoreAccount.shared, "shared"),
        (ProductList((1...10).map { "p\($0)" }), "p1, p2, p3, p4, p5, p6, p7, p8, 2 more"),
        (configuration, "EmbeddedAppStore, ledger memory, account shared, 2 products, with grant"),
        (appTransaction, "com.example.app 1.2, first got as 1.0 (Sandbox)"),
        (LedgerLocation.memory, "memory"),
        (LedgerLocation.folder(URL(fileURLWithPath: "/ledger")), "folder /ledger (synced)"),
        // What a backend reports.
        (
            BackendEvent.transaction(backendTransaction),
            "transaction 42 (com.example.seeds, purchased 2026-01-31T12:00:00Z, user 7C9E6679…), "
                + "answers payment 5c1-2, finished already, invalid: no chain"
        ),
        (
            BackendEvent.paymentEnded(ending),
            "payment 5c1-2 of com.example.seeds: failed: networkError: The network is away."
        ),
        (BackendEvent.restoreEnded(RestoreID(rawValue: 2), nil), "restore 2 ended"),
        (
            BackendEvent.restoreEnded(RestoreID(rawValue: 2), offline),
            "restore 2 failed: networkError: The network is away."
        ),
        (BackendEvent.storefrontChanged(.unitedStates), "storefront changed to USA (USD)"),
        (BackendTransaction.Origin.other(nil), "other"), (FinishRequest("42"), "finish of transaction 42"),
        // Names.
        (PurchaseFailure.Code.storeClosed, "storeClosed"), (StoreUpdate.Kind.reinstated, "reinstated"),
        (StoreOffer.OfferType.winBack, "winBack"), (StoreTransaction.RevocationReason(rawValue: 7), "7"),
        (StoreEnvironment.sandbox, "Sandbox"), (SubscriptionPeriod(2, .week), "P2W"),
        // The embedded App Store.
        (SimulatorCatalog(products: [product]), "1 product, USA (USD)"), (storeKitFile, "0 products"),
        (BackendCall.submit, "submit"),
    ]

    @Test("Each prints what a reader of a log needs", arguments: table.indices)
    func prints(index: Int) { #expect(String(describing: Self.table[index].value) == Self.table[index].text) }

    @Test("Nothing prints a user, a signature, a context or the inside of a type", arguments: table.indices)
    func privacy(index: Int) {
        let text = "\(Self.table[index].value)"
        for secret in [Samples.user.uuidString, Samples.signature, "secret", "north", "Box", "Optional(", "Purser."] {
            #expect(!text.contains(secret), "\(text)")
        }
    }
}
