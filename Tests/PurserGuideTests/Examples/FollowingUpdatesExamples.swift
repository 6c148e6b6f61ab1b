import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("The examples of “Following updates”", .timeLimit(.minutes(30)))
struct FollowingUpdatesExamples {
    private let garden: Garden

    init() throws { garden = try Garden() }

    @Test("A service follows what happens until the store closes")
    func follow() async throws {
        let (store, library) = (try await garden.open(), Server())
        try await store.purchase("com.example.garden.pond")
        async let following: Void = {
            for await update in store.updates {
                switch update.kind {
                case .purchased, .renewed, .restored: await library.unlock(update.transaction.productID)
                case .revoked: await library.lock(update.transaction.productID)
                default: break
                }
            }
        }()
        try await store.purchase("com.example.garden.seeds.10")
        try await store.close()
        await following
        // The stream begins with the session, whenever its task gets to it.
        #expect(await library.unlocked == ["com.example.garden.pond", "com.example.garden.seeds.10"])
    }

    @Test("What a store tells of a renewal is an update of its own")
    func renewals() async throws {
        let backend = CornerShop(products: [])
        let store = try await PurchaseStore.open(backend: backend)
        async let following: Void = {
            for await update in store.updates where update.kind == .statusChanged {
                guard let info = update.renewalInfo, !info.willAutoRenew else { continue }
                print("\(update.productID) ends with the present period")
            }
        }()
        var info = StoreRenewalInfo(originalTransactionID: "1", currentProductID: "club", willAutoRenew: false)
        info.signedDate = Date(timeIntervalSince1970: 1)
        let period = StoreTransaction(
            StoreTransaction.Fields(
                id: "1", productID: "club", productType: .autoRenewable, purchaseDate: Date(timeIntervalSince1970: 0)))
        backend.inbox.put([
            .transaction(BackendTransaction(period, origin: .elsewhere)), .renewalInfo(BackendRenewalInfo(info)),
        ])
        var updates = try store.updates(after: 0).makeAsyncIterator()
        #expect(await updates.next()?.renewalInfo == nil)
        #expect(await updates.next()?.renewalInfo?.willAutoRenew == false)
        try await store.close()
        await following
    }

    @Test("Reading from a number on brings what is recorded already")
    func fromNumber() async throws {
        let (store, report, lastSeen) = (try await garden.open(), Server(), UInt64(1))
        for _ in 1...3 { try await store.purchase("com.example.garden.seeds.10") }
        await garden.appStore.setCanMakePayments(false)
        async let closing: Void = close(store, afterReport: 3, to: report)
        for await update in try store.updates(after: lastSeen) {
            await report.add(update)
        }
        try await closing
        #expect(await report.reported == [2, 3])
    }

    @Test("A named reader goes on where it stopped")
    func named() async throws {
        let (store, report) = (try await garden.open(), Server())
        try await store.forgetConsumer("analytics")
        let updates = try await store.updates(for: "analytics")
        async let buying: Void = buyTwice(store)  // not shown
        for await update in updates {
            await report.add(update)
            try await updates.acknowledge(update)
            if update.sequence == 2 { break }  // not shown
        }
        try await buying
        try await store.close()
        #expect(await report.reported == [1, 2])
    }

    @Test("A followed name deals with each update, and lists what it could not")
    func followed() async throws {
        var configuration = garden.configuration
        configuration.consumers = ["analytics": .now, "bookkeeping": .beginning]
        let store = try await PurchaseStore.open(configuration)
        let server = ReportServer()
        try await buyTwice(store)
        async let closing: Void = {
            while await store.failedUpdates().first?.update.sequence != 2 { await Task.yield() }
            for failed in await store.failedUpdates(for: "analytics") {
                print("not reported: \(failed.update), because of \(failed.reason)")
                try await store.releaseFailedUpdate(failed)
            }
            while await !store.failedUpdates().isEmpty { await Task.yield() }
            try await store.close()
        }()
        try await store.follow("analytics") { update in
            try await server.report(update)
        }
        try await closing
        #expect(await server.reported == [1, 2])
    }

    @Test("U6: a service writes each user's updates under that user, once")
    func rows() async throws {
        let users = [UUID(), UUID()]
        var configuration = garden.configuration
        configuration.account = .user(users[0])
        configuration.consumers = ["rows": .beginning]
        let store = try await PurchaseStore.open(configuration)
        let server = RowServer()
        async let closing: Void = {
            for user in users {
                try await store.switchAccount(to: .user(user))
                try await store.purchase("com.example.garden.seeds.10")
                let count = user == users[0] ? 1 : 2
                while await server.rows.count < count { await Task.yield() }
            }
            try await store.close()
        }()
        try await store.follow("rows") { update in
            guard await server.rows[update.key] == nil else { return }
            await server.insert(update.productID, for: update.account.userID, as: update.key)
        }
        try await closing
        #expect(await Set(server.rows.values) == Set(users))
    }

    @Test("From the opening on nothing is left out")
    func opening() async throws {
        let (store, report) = (try await garden.open(), Server())
        try await buyTwice(store)
        await garden.appStore.setCanMakePayments(false)
        async let closing: Void = close(store, afterReport: 2, to: report)
        for await update in try store.updates(from: .opening) {
            await report.add(update)
        }
        try await closing
        #expect(await report.reported == [1, 2])
    }

    @Test("A named reader goes on behind what it has missed")
    func gap() async throws {
        var configuration = garden.configuration
        (configuration.keptUpdates, configuration.unreadUpdates) = (0, 0)
        let store = try await PurchaseStore.open(configuration)
        let updates = try await store.updates(for: "analytics")
        for _ in 1...600 { try await store.purchase("com.example.garden.seeds.10") }
        for await _ in updates { Issue.record("the first updates are not kept") }
        if let gap = updates.failure?.gap {
            print("missed updates \(gap.first) to \(gap.last)")
            try await store.skip(gap)
        }
        let gap = try #require(store.updateGaps.first)
        try await store.purchase("com.example.garden.seeds.10")
        let next = try await store.updates(for: "analytics").first { _ in true }
        #expect(next?.sequence == gap.last + 1)
        try await store.close()
    }

    private func buyTwice(_ store: PurchaseStore) async throws {
        for _ in 1...2 { try await store.purchase("com.example.garden.seeds.10") }
    }

    private func close(_ store: PurchaseStore, afterReport sequence: UInt64, to report: Server) async throws {
        while await report.reported.last != sequence { try await Task.sleep(for: .milliseconds(1)) }
        try await store.close()
    }

    @Test("What is owned")
    func entitlements() async throws {
        let store = try await garden.open()
        try await store.purchase("com.example.garden.seeds.10", quantity: 3)
        try await store.purchase("com.example.garden.club.monthly")
        let entitlements = store.entitlements
        if entitlements.contains("com.example.garden.greenhouse") { print("the greenhouse is open") }
        print("packets of seeds:", entitlements.purchasedQuantity(of: "com.example.garden.seeds.10"))
        for subscription in entitlements.activeSubscriptions {
            print(subscription.productID, subscription.transaction.expirationDate as Any)
        }
        #expect(entitlements.purchasedQuantity(of: "com.example.garden.seeds.10") == 3)
        #expect(entitlements.activeSubscriptions.map(\.productID) == ["com.example.garden.club.monthly"])
        try await store.close()
    }

    @Test("What is owned, whenever it changes, and whose it is")
    func entitlementUpdates() async throws {
        let (store, screen) = (try await garden.open(), Screen())
        async let closing: Void = {
            try await store.purchase("com.example.garden.greenhouse")
            while await !screen.shown.contains("com.example.garden.greenhouse") { await Task.yield() }
            while await screen.greeted.isEmpty { await Task.yield() }
            try await store.close()
        }()
        async let greeting: Void = {
            for await account in store.accounts {
                await screen.greet(account)
            }
        }()
        for await entitlements in store.entitlementUpdates {
            switch entitlements.availability {
            case .known: await screen.show(entitlements.active)
            case .notKnownYet: await screen.showWaiting()
            case .failed(let failure): await screen.show(failure)
            }
        }
        try await closing
        await greeting
        #expect(await screen.greeted == [.shared])
    }

    @Test("What an operator wants to know")
    func diagnostics() async throws {
        var configuration = garden.configuration
        configuration.grant = { _ in throw BackendFailure(.invalidRequest, "no", retry: .permanent) }
        let (store, log) = (try await PurchaseStore.open(configuration), Log())
        async let closing: Void = {
            while await log.lines.isEmpty {
                _ = try? await store.purchase("com.example.garden.seeds.10")
                await Task.yield()
            }
            try await store.close()
        }()
        for await diagnostic in store.diagnostics where diagnostic.severity >= .warning {
            await log.write("\(diagnostic)")
        }
        try await closing
        #expect(await log.lines.contains { $0.hasPrefix("error: deadLetter") || $0.hasPrefix("warning: gaveUp") })
    }

    @Test("The states of one product")
    func states() async throws {
        let store = try await garden.open()
        async let buying: PurchaseOutcome = store.purchase("com.example.garden.greenhouse")
        for await state in store.states(of: "com.example.garden.greenhouse") {
            print(state)  // valid, requested, initiated, approved, finished, owned
            if state == .owned { break }
        }
        #expect(try await buying.purchase != nil)
        #expect(store.state(of: "com.example.garden.greenhouse") == .owned)
        try await store.close()
    }
}

/// A server that cannot be told of the second update at first.
private actor ReportServer {
    private struct Refused: RetryClassifying {
        var retryClass: RetryClass { .permanent }
    }

    private(set) var reported: [UInt64] = []
    private var hasRefused = false

    func report(_ update: StoreUpdate) throws {
        if update.sequence == 2, !hasRefused {
            hasRefused = true
            throw Refused()
        }
        reported.append(update.sequence)
    }
}

/// A screen that remembers what it showed.
private actor Screen {
    private(set) var shown: [String] = []
    private(set) var greeted: [StoreAccount] = []

    func show(_ entitlements: [StoreEntitlement]) { shown += entitlements.map(\.productID) }
    func show(_ failure: PurchaseFailure) { Issue.record("it failed: \(failure)") }
    func showWaiting() {}
    func greet(_ account: StoreAccount) { greeted.append(account) }
}

/// A log in memory.
private actor Log {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }
}

/// A server that keeps a row for each update.
private actor RowServer {
    private(set) var rows: [StoreUpdate.Key: UUID] = [:]

    func insert(_ productID: String, for user: UUID?, as key: StoreUpdate.Key) { rows[key] = user }
}
