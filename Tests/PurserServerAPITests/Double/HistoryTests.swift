#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import PurserVerification
    import Testing

    @Suite("Apple's server, simulated: histories", .timeLimit(.minutes(30)))
    struct HistoryTests {
        @Test("500 lives: all pages give each transaction once and in order, whatever changes between the pages")
        func complete() async throws {
            try await Seeds.forEach(count: 500) { seed in
                var progress = ServerLife(seed: seed)
                let clock = VirtualClock()
                let bench = try await ServerBench(clock: clock)
                let first = try await bench.store.buyElsewhere("lamp").id
                for _ in 0..<(10 + progress.below(30)) { try await progress.step(bench.store, clock) }
                clock.advance(by: .seconds(86_400 * progress.below(120)))
                var request = TransactionHistoryRequest()
                request.order = seed.isMultiple(of: 2) ? .ascending : .descending
                var read: [StoreTransaction] = []
                var rounds: [[StoreTransaction]] = []
                var isChanged = false
                for try await page in bench.client.transactionHistory(of: first, request: request) {
                    let items = try page.signedTransactions.map(ServerBench.decoded)
                    try #require(items.count <= 20 && (items.count == 20 || !page.hasMore))
                    rounds.append(items)
                    read += items
                    if page.hasMore, rounds.count < 4, progress.below(2) == 0 {
                        try await progress.step(bench.store, clock)
                        isChanged = true
                    }
                }
                // In the state in which it was read last, each is what the account says.
                let account = await bench.store.transactions
                var latest: [String: StoreTransaction] = [:]
                for transaction in read {
                    if let known = latest[transaction.id]?.signedTime {
                        let signed: Timestamp = transaction.signedTime ?? known
                        try #require(known < signed, "twice in one state")
                    }
                    latest[transaction.id] = transaction
                }
                try #require(latest.count == account.count)
                for transaction in account { try #require(latest[transaction.id] == transaction.unsigned) }
                let times: [Timestamp] = rounds.flatMap(\.self).compactMap(\.signedTime)
                if request.order == .ascending { try #require(times == times.sorted()) }
                // Latest first, changes between the pages come in a round of their own.
                if request.order == .descending, !isChanged { try #require(times == times.sorted(by: >)) }
            }
        }

        @Test("500 lives: reading on from a stored revision gives exactly what is new or has changed")
        func readingOn() async throws {
            try await Seeds.forEach(count: 500, from: 1_001) { seed in
                var progress = ServerLife(seed: seed)
                let clock = VirtualClock()
                let bench = try await ServerBench(clock: clock)
                let first = try await bench.store.buyElsewhere("coins").id
                var request = TransactionHistoryRequest()
                request.order = seed.isMultiple(of: 2) ? nil : .descending
                var known: [String: StoreTransaction] = [:]
                var revision: String?
                for _ in 0..<4 {
                    for _ in 0..<progress.below(12) { try await progress.step(bench.store, clock) }
                    let before = known
                    let read = try await bench.decoded(of: first, after: revision, request)
                    revision = read.revision
                    for transaction in read.transactions {
                        try #require(before[transaction.id] != transaction, "nothing of it has changed")
                        known[transaction.id] = transaction
                    }
                    try #require(Set(read.transactions.map(\.id)).count == read.transactions.count)
                    let account = await bench.store.transactions
                    try #require(known == Dictionary(uniqueKeysWithValues: account.map { ($0.id, $0.unsigned) }))
                }
            }
        }

        @Test(
            "Filters give what they name: products, types, groups, ownership, dates, what was revoked, and both orders")
        func filters() async throws {
            let bench = try await ServerBench()
            let store = bench.store
            let coins = try await store.buyElsewhere("coins")
            bench.advance(days: 1)
            let lamp = try await store.buyElsewhere("lamp")
            bench.advance(days: 1)
            let gold = try await store.buyElsewhere("gold")
            bench.advance(days: 1)
            let season = try await store.buyElsewhere("season")
            bench.advance(days: 1)
            try await store.refund(lamp.id)
            func ids(_ change: (inout TransactionHistoryRequest) -> Void) async throws -> Set<String> {
                var request = TransactionHistoryRequest()
                change(&request)
                return Set(try await bench.history(of: coins.id, request).transactions.map(\.id))
            }
            #expect(try await ids { $0.productIDs = ["coins", "lamp"] } == [coins.id, lamp.id])
            #expect(try await ids { $0.productTypes = [.nonRenewable] } == [season.id])
            #expect(try await ids { $0.productTypes = [.autoRenewable, .consumable] } == [gold.id, coins.id])
            #expect(try await ids { $0.subscriptionGroupIDs = [gold.subscriptionGroupID ?? ""] } == [gold.id])
            #expect(try await ids { $0.ownershipType = .familyShared } == [])
            #expect(try await ids { $0.revoked = true } == [lamp.id])
            #expect(try await ids { $0.revoked = false } == [coins.id, gold.id, season.id])
            #expect(
                try await ids {
                    $0.startDate = lamp.purchaseDate
                    $0.endDate = gold.purchaseDate
                } == [lamp.id, gold.id])
            var request = TransactionHistoryRequest()
            request.order = .descending
            let latestFirst = try await bench.history(of: coins.id, request).transactions.map(\.id)
            #expect(latestFirst == [lamp.id, season.id, gold.id, coins.id])
            #expect(
                await failure {
                    try await bench.client.getTransactionHistory(
                        of: coins.id,
                        request: {
                            $0.startDate = gold.purchaseDate
                            $0.endDate = lamp.purchaseDate
                            return $0
                        }(&request))
                }?.serverCode?.name == "startDateAfterEndDate")
        }

        @Test("A revision of another customer, another request or no request at all is refused")
        func revisions() async throws {
            let bench = try await ServerBench(customers: 2)
            let ids = [
                try await bench.stores[0].buyElsewhere("coins").id, try await bench.stores[1].buyElsewhere("coins").id,
            ]
            let revision = try await bench.history(of: ids[0]).revision
            var other = TransactionHistoryRequest()
            other.productIDs = ["coins"]
            for (id, text, request) in [
                (ids[1], revision, TransactionHistoryRequest()), (ids[0], revision, other),
                (ids[0], "nonsense", TransactionHistoryRequest()), (ids[0], "1-0-zz-99", TransactionHistoryRequest()),
            ] {
                let failure = await failure {
                    try await bench.client.getTransactionHistory(of: id, after: text, request: request)
                }
                #expect(failure?.serverCode?.name == "invalidRequestRevision")
            }
        }

        @Test("The deprecated form leaves consumables out that are finished")
        func oldForm() async throws {
            let bench = try await ServerBench(asked: .sandbox)
            let ids = [
                try await bench.store.buyElsewhere("coins").id, try await bench.store.buyElsewhere("coins").id,
                try await bench.store.buyElsewhere("lamp").id,
            ]
            try await bench.client.finishTransaction(ids[0])
            try await bench.client.finishTransaction(ids[2])
            let page = try await bench.client.getTransactionHistory(of: ids[0], version: .v1)
            #expect(page.signedTransactions.count == 2)
        }

        @Test("The history of refunds has what was paid back, in pages, and not what a family took back")
        func refunds() async throws {
            let bench = try await ServerBench()
            var refunded: [String] = []
            for number in 0..<45 {
                bench.advance(.seconds(1))
                let id = try await bench.store.buyElsewhere("coins").id
                guard number < 42 else { continue }
                try await bench.store.refund(id, percentage: number.isMultiple(of: 2) ? 100 : 30)
                refunded.append(id)
            }
            try await bench.store.shareWithFamily("lamp")
            try await bench.store.stopSharing("lamp")
            var (read, sizes): ([String], [Int]) = ([], [])
            for try await page in try bench.client.refundHistory(of: refunded[0]).verified(by: bench.verifier()) {
                read += page.items.compactMap(\.payload.transactionID)
                sizes.append(page.items.count)
            }
            #expect(read == refunded && sizes == [20, 20, 2])
        }
    }
#endif
