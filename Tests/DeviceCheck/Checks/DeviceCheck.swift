import Foundation
import Purser

/// Goes through what an app does with a store, one step after the other, and says of each whether it passed.
///
/// The products are those of `DeviceCheck.storekit`.
actor DeviceCheck {
    static let (coins, lamp, club) = ("com.example.check.coins", "com.example.check.lamp", "com.example.check.club")

    private let tester: any DeviceTester
    private let folder: URL
    private let patience: Duration
    private let granted = Lock<[String]>([])
    private let revoked = Lock<[String]>([])
    private(set) var lines: [String] = []
    private var failures = 0

    /// - Parameters:
    ///   - folder: where the ledger is kept; nothing may be in it yet.
    ///   - patience: how long is waited for what has to come.
    init(_ tester: any DeviceTester, folder: URL, patience: Duration = .seconds(30)) {
        self.tester = tester
        self.folder = folder
        self.patience = patience
    }

    /// Takes all steps.
    ///
    /// - Returns: whether all passed; ``lines`` says more.
    func run() async throws -> Bool {
        try await tester.reset()
        let backend = try await tester.makeBackend()
        try await firstLaunch(open(backend))
        try await secondLaunch(open(backend))
        lines.append(failures == 0 ? "all \(lines.count) steps passed" : "\(failures) steps failed")
        return failures == 0
    }

    private func open(_ backend: any StoreBackend) async throws -> PurchaseStore {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.ledger = .folder(folder)
        configuration.grant = { [granted] update in granted.withLock { $0.append(update.transaction.id) } }
        configuration.revoke = { [revoked] update in revoked.withLock { $0.append(update.transaction.id) } }
        return try await PurchaseStore.open(configuration)
    }

    private func firstLaunch(_ store: PurchaseStore) async throws {
        await step("products have names and prices, and an unknown product is named") {
            let products = try await store.products(for: [Self.coins, Self.lamp, Self.club, "unknown"])
            return products.count == 3 && products.invalidIDs == ["unknown"] && products.allSatisfy { $0.price > 0 }
        }
        await step("a consumable is granted once, counted, and finished") {
            try await self.buys(Self.coins, store) && store.entitlements.purchasedQuantity(of: Self.coins) == 1
        }
        await step("a second one is another purchase") {
            try await self.buys(Self.coins, store) && store.entitlements.purchasedQuantity(of: Self.coins) == 2
        }
        await step("a non-consumable is owned after its purchase") {
            try await self.buys(Self.lamp, store) && store.entitlements.contains(Self.lamp)
        }
        await step("an owned product is not charged again") {
            try await store.purchase(Self.lamp).purchase?.wasRecordedBefore == true
        }
        await step("a subscription is active, and has an expiration date") {
            try await self.buys(Self.club, store) && store.entitlements[Self.club]?.expirationDate != nil
        }
        await step("a purchase that a parent has to approve is pending, and arrives when it is approved") {
            try await self.tester.setAsksToBuy(true)
            guard case .pending = try await store.purchase(Self.coins) else { return false }
            let start = store.lastSequence
            try await self.tester.approve()
            try await self.tester.setAsksToBuy(false)
            let update = try await self.update(store, after: start) { $0.transaction.productID == Self.coins }
            return update.kind == .purchased
        }
        await step("a purchase made outside the app arrives and is granted") {
            let start = store.lastSequence
            try await self.tester.buyOutside(Self.coins)
            return try await self.update(store, after: start) { $0.transaction.productID == Self.coins }.kind
                == .purchased
        }
        await step("a refund is reported, calls the revoke handler, and ends the ownership") {
            guard let id = store.entitlements[Self.lamp]?.transaction.id else { return false }
            let start = store.lastSequence
            try await self.tester.refund(id)
            _ = try await self.update(store, after: start) { $0.transaction.id == id && $0.kind == .revoked }
            for await owned in store.entitlementUpdates where !owned.contains(Self.lamp) { break }
            return !store.entitlements.contains(Self.lamp)
        }
        await step("no transaction is unfinished, and none was granted twice") {
            let end = ContinuousClock.now + self.patience
            while await !store.unfinished().isEmpty, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(100))
            }
            return await store.unfinished().isEmpty && self.grantedOnce
        }
        try await store.close()
    }

    private func secondLaunch(_ store: PurchaseStore) async throws {
        let (count, known) = (granted.withLock { $0.count }, store.lastSequence)
        await step("after a relaunch all purchases are known, and none is granted again") {
            try await store.waitUntilReady()
            return store.entitlements.purchasedQuantity(of: Self.coins) == 4
                && self.granted.withLock { $0.count } == count
                && store.lastSequence == known
        }
        await step("a restore grants nothing again") {
            _ = try await store.restorePurchases()
            return self.granted.withLock { $0.count } == count && self.revoked.withLock { $0.count } == 1
        }
        try await store.close()
    }

    private var grantedOnce: Bool { granted.withLock { Set($0).count == $0.count } }

    private func buys(_ productID: String, _ store: PurchaseStore) async throws -> Bool {
        let outcome = try await store.purchase(productID, deadline: max(.seconds(120), patience))
        guard let id = outcome.purchase?.transaction.id else { return false }
        return granted.withLock { $0.count { $0 == id } } == 1
    }

    /// The next update that is wanted; nothing for as long as that is waited for is an error.
    private func update(
        _ store: PurchaseStore, after sequence: UInt64, where isWanted: @escaping @Sendable (StoreUpdate) -> Bool
    ) async throws -> StoreUpdate {
        try await withThrowingTaskGroup(of: StoreUpdate?.self) { group in
            group.addTask {
                for try await update in try store.updates(after: sequence) where isWanted(update) { return update }
                return nil
            }
            group.addTask { [patience] in
                try await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            guard let update = try await group.next() ?? nil else { throw NothingArrived() }
            return update
        }
    }

    private func step(_ name: String, _ body: () async throws -> Bool) async {
        let result: String
        do {
            result = try await body() ? "ok" : "not ok"
        } catch {
            result = "not ok: \(error)"
        }
        if result != "ok" { failures += 1 }
        lines.append("\(lines.count + 1). \(name): \(result)")
        print(lines[lines.count - 1])
    }
}

/// No update came in time.
struct NothingArrived: Error {}
