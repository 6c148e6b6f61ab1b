#if Verification
    import Foundation
    import PurserServerAPI
    import PurserSigning
    import PurserSimulator
    import PurserTesting
    import PurserVerification
    import Testing

    @testable import Purser

    /// A ledger that is given what Apple's server says.
    private struct GivenLedger {
        private var ledger = LedgerState()

        /// One report of a transaction, with its renewal info if it has one.
        struct Report: Sendable {
            var transaction: StoreTransaction?
            var renewalInfo: StoreRenewalInfo?
        }

        mutating func give(_ reports: [Report], at now: Timestamp) {
            let incoming = reports.compactMap(\.transaction).map {
                IncomingTransaction($0, phase: .complete, needsFinish: false)
            }
            _ = ledger.records(
                reporting: incoming, renewals: reports.compactMap(\.renewalInfo).map { .info($0) }, now: now)
        }

        /// What is owned at a moment, in words.
        func owned(at now: Timestamp) -> String {
            let snapshot = EntitlementSnapshot(
                state: ledger.entitlements, trustedDate: Timestamp(milliseconds: 0), policy: .none)
            let entitlements = StoreEntitlements(snapshot, deviceTime: now)
            let lines = entitlements.subscriptions.sorted { $0.originalTransactionID < $1.originalTransactionID }
                .map {
                    "\($0.originalTransactionID) \($0.productID) \($0.state) \($0.end?.milliseconds ?? 0)"
                }
            let products = ["coins", "lamp", "season", "gold", "silver", "other"].filter(entitlements.contains)
            return (lines + products).joined(separator: "\n")
        }
    }

    @Suite("Told by notifications, by history or by both", .timeLimit(.minutes(30)))
    struct SameEntitlementsTests {
        @Test("T2: 500 lives: told by notifications, by history or by both, in any order, the same is owned")
        func same() async throws {
            try await Seeds.forEach(count: 500) { seed in
                var progress = ServerLife(seed: seed)
                let clock = VirtualClock()
                var plan = ServerFaultPlan(seed: seed)
                (plan.repeatedNotifications, plan.reorderedNotifications) = (0.3, 0.5)
                let bench = try await ServerBench(clock: clock) { [plan] in $0.faults = plan }
                let first = try await bench.store.buyElsewhere("coins").id
                var (noted, read): ([GivenLedger.Report], [GivenLedger.Report]) = ([], [])
                var revision: String?
                for _ in 0..<3 {
                    for _ in 0..<(3 + progress.below(8)) { try await progress.step(bench.store, clock) }
                    let posted = Lock<[ServerNotification]>([])
                    await bench.server.deliverNotifications { notification in
                        posted.withLock { $0.append(notification.notification) }
                        return 200
                    }
                    noted += posted.withLock { $0 }.map {
                        .init(transaction: $0.transaction, renewalInfo: $0.renewalInfo)
                    }
                    let page = try await bench.decoded(of: first, after: revision)
                    revision = page.revision
                    read += page.transactions.map { .init(transaction: $0) }
                    let statuses = try await bench.client.getAllSubscriptionStatuses(of: first)
                    for last in statuses.groups.flatMap(\.lastTransactions) {
                        let (transaction, info) = (last.signedTransaction ?? "", last.signedRenewalInfo ?? "")
                        read.append(
                            .init(
                                transaction: try ServerBench.decoded(transaction),
                                renewalInfo: try RenewalInfoPayload(json: CompactJWS(info).payload).storeRenewalInfo()))
                    }
                }
                let now = Timestamp(clock.currentDate())
                var answers: [String] = []
                for reports in [read, progress.shuffled(read), progress.shuffled(noted + read)] {
                    var ledger = GivenLedger()
                    var rest = reports[...]
                    while !rest.isEmpty {
                        let count = 1 + progress.below(5)
                        ledger.give(Array(rest.prefix(count)), at: now)
                        rest = rest.dropFirst(count)
                    }
                    answers.append(ledger.owned(at: now))
                }
                try #require(answers[0] == answers[1], "history in another order")
                try #require(answers[0] == answers[2], "both, in another order")
                // What no notification tells is left out of a comparison with them alone: see the account.
                var ledger = GivenLedger()
                for report in progress.shuffled(noted) { ledger.give([report], at: now) }
                try #require(ledger.owned(at: now) == answers[0], "notifications alone")
                // And it is what the App Store says.
                for line in await bench.store.subscriptions where !line.isFamilyShared {
                    try #require(answers[0].contains("\(line.id) \(line.productID) \(line.state) "))
                }
            }
        }
    }
#endif
