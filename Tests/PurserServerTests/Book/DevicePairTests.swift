#if Server
    import Foundation
    import Purser
    import PurserServer
    import PurserSimulator
    import PurserTesting
    import TestDatabase
    import Testing

    @Suite(
        "A device and a book", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(60)))
    struct DevicePairTests {
        /// Twenty seeds, or as many times more as the variable says; `PURSER_PAIRS=7-9` are these alone.
        private static let seeds: Range<UInt64> = {
            let named = ProcessInfo.processInfo.environment["PURSER_PAIRS"]?.split(separator: "-").compactMap {
                UInt64($0)
            }
            if let named, let first = named.first, let last = named.last { return first..<(last + 1) }
            return 0..<UInt64(20 * Seeds.factor)
        }()

        /// A life of a customer, and what differs at its end.
        private func faults(_ seed: UInt64, in database: DatabaseAddress, reports: Bool = true) async throws -> [String]
        {
            let pair = try await DevicePair(seed: seed, in: database, reports: reports)
            var generator = SeededGenerator(seed: seed &+ 1_000_000)
            var store = try await pair.openStore(as: pair.users[0])
            for _ in 0..<24 {
                let used = store
                let (product, user) = (
                    ["coins", "lamp", "club"].randomElement(using: &generator) ?? "coins",
                    pair.users.randomElement(using: &generator) ?? pair.users[0]
                )
                switch Int.random(in: 0..<12, using: &generator) {
                case 0...4: _ = try? await store.purchase(product)
                case 5: try await store.switchAccount(to: .user(user))
                case 6:
                    if let sold = await pair.appStore.transactions.randomElement(using: &generator) {
                        _ = try? await pair.appStore.refund(sold.id)
                    }
                case 7...8: try? await pair.appStore.advanceTime(by: .seconds(11 * 86_400))
                case 9:
                    // With a purchase in its middle; sometimes the device dies instead.
                    async let bought = try? used.purchase(product)
                    if Bool.random(using: &generator) { pair.killDevice() }
                    try await used.close()
                    _ = await bought
                    store = try await pair.openStore(as: user)
                case 10:
                    async let bought = try? used.purchase(product)
                    pair.killBook()
                    try await pair.startBook()
                    _ = await bought
                default: await pair.takeNotifications()
                }
            }
            pair.isQuiet.withLock { $0 = true }
            let faults = try await settle(pair, store)
            try await store.close()
            pair.killBook()
            return faults
        }

        /// Lets each user come once more, and the book catch up; what differs then.
        private func settle(_ pair: DevicePair, _ store: PurchaseStore) async throws -> [String] {
            guard let book = pair.book.withLock({ $0 }) else { return ["no book"] }
            await pair.takeNotifications()
            if pair.reports { try await book.catchUp(from: pair.client) }
            // What is another user's stays at the App Store until that user comes.
            for user in pair.users { _ = try await difference(for: user, pair, store, book) }
            var faults: [String] = []
            for user in pair.users {
                if let differing = try await difference(for: user, pair, store, book) { faults.append(differing) }
            }
            return faults
        }

        /// What differs for a user who has come, once nothing changes any more; `nil` where nothing does.
        private func difference(for user: UUID, _ pair: DevicePair, _ store: PurchaseStore, _ book: PurchaseBook)
            async throws
            -> String?
        {
            try await store.switchAccount(to: .user(user))
            try await store.waitUntilReady()
            let end = ContinuousClock.now + (pair.reports ? .seconds(120) : .milliseconds(100))
            while true {
                let (device, shared) = (store.entitlements, try await book.entitlements(of: user))
                let sold = await owned(user, pair)
                let all = [
                    (device.activeProductIDs, device.purchasedQuantity(of: "coins")),
                    (shared.activeProductIDs, shared.purchasedQuantity(of: "coins")), sold,
                ]
                if all.allSatisfy({ $0 == sold }) { return nil }
                guard ContinuousClock.now < end else {
                    let sold = await pair.appStore.transactions.map {
                        "\($0.id) \($0.originalID) \($0.productID) \($0.appAccountToken?.uuidString.suffix(1) ?? "-") \($0.revocationDate == nil ? "" : "revoked") \($0.expirationDate.map { "\($0.timeIntervalSince(pair.clock.currentDate()))" } ?? "")"
                    }
                    return "device, book, account: \(all.map { "\($0.0.sorted()) \($0.1)" }) \(sold)"
                }
                try await Task.sleep(for: .milliseconds(5))
            }
        }

        /// What the App Store has sold to a user, counted by its list of transactions.
        private func owned(_ user: UUID, _ pair: DevicePair) async -> (Set<String>, Int) {
            let now = pair.clock.currentDate()
            let own = await pair.appStore.transactions.filter { $0.appAccountToken == user && $0.revocationDate == nil }
            let lasting = own.filter { $0.productID != "coins" && $0.expirationDate.map { $0 > now } ?? true }
            return (Set(lasting.map(\.productID)), own.filter { $0.productID == "coins" }.count)
        }

        @Test(
            "In the end the device, the book and the App Store's account agree on what each user owns, however both were killed"
        )
        func agreeing() async throws {
            let database = try await TestCluster.database()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, seed) in Self.seeds.enumerated() {
                    if index >= 4 { try await group.next() }
                    group.addTask {
                        let faults = try await faults(seed, in: database)
                        #expect(faults == [], "PURSER_PAIRS=\(seed)-\(seed)")
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test("Control: a book to which nothing is reported differs")
        func silent() async throws {
            let database = try await TestCluster.database()
            #expect(try await faults(0, in: database, reports: false) != [])
        }
    }
#endif
