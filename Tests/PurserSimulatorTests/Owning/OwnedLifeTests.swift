import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

/// Random histories of the living App Store, and what is owned by them.
@Suite("What is owned through random lives", .timeLimit(.minutes(30)))
struct OwnedLifeTests {
    @Test("E2, T2: told in order, it is what the App Store says, through refunds, upgrades and changed identifiers")
    func asTheStoreSays() async throws {
        try await Seeds.forEach(count: 20) { seed in
            var random = SeededGenerator(seed: seed, purpose: "owning")
            var account = SimulatedAccountState(catalog: RandomLife.catalog)
            var reported = ReportedLedger(policy: .none)
            func report(_ events: [BackendEvent], at now: Timestamp) {
                let all = account.journal.takeRenewals(.max) + events + account.journal.takeSubscriptionChanges()
                reported.report(reported.underPresentNames(all), at: now)
            }
            var codes = 0
            for deed in RandomLife(seed: seed, length: 30, leastPause: 1).deeds {
                if deed.name == "code" { codes += 1 }
                report(account.live(until: deed.time), at: deed.time)
                report((try? deed.body(&account, deed.time)) ?? [], at: deed.time)
                if random.index(below: 12) == 0,
                    let subscription = account.book.subscriptions.all.randomElement(using: &random)
                {
                    reported.renamed.insert(account.journal.originalID(of: subscription))
                }
                let (live, again) = reported.answers(at: deed.time)
                try #require(OwnedText.answer(live) == OwnedText.answer(again), "\(deed.name): a relaunch")
                for subscription in account.book.subscriptions.all {
                    let original = account.journal.originalID(of: subscription)
                    let names = [original, "N\(original)"]
                    let club = live.subscriptions.first { names.contains($0.originalTransactionID) }
                    let found = try #require(club, "\(deed.name)")
                    try #require(found.state == subscription.phase.state, "\(deed.name): \(found) \(subscription)")
                    try #require(found.productID == subscription.productID, "\(deed.name): \(found) \(subscription)")
                    try #require(
                        found.seats == account.book.transactions.seats(of: subscription),
                        "\(deed.name): \(found) \(subscription)")
                    let renewal = account.journal.renewalInfo(of: subscription)
                    try #require(
                        found.renewalSeats == renewal.renewalQuantity, "\(deed.name): \(found) \(subscription)")
                    guard subscription.phase.isEntitled else { continue }
                    let end = try #require(found.end)
                    if case .active = subscription.phase {
                        try #require(end == subscription.end, "\(deed.name): \(found) \(subscription)")
                        let product = RandomLife.catalog.products.first { $0.id == subscription.productID }
                        let left = product.flatMap { found.offerPeriodsLeft(of: $0) }
                        // Transactions do not tell a code that was redeemed again from its next period.
                        let isToldApart = codes < 2 && left ?? 0 == subscription.offer?.left ?? 0
                        let isLess = codes > 1 && left ?? 0 <= subscription.offer?.left ?? 0
                        try #require(isToldApart || isLess, "\(deed.name): \(found) \(subscription)")
                    }
                    try #require(live.contains(subscription.productID) && live[subscription.productID] != nil)
                }
                let lamps = account.book.transactions.history.filter { $0.transaction.productID == "lamp" }
                try #require(live.contains("lamp") == lamps.contains { $0.transaction.revocationTime == nil })
            }
        }
    }

    @Test("E2, T2: told late, twice, out of order or not at all, every field is what the guide's rules come to")
    func asTheRulesSay() async throws {
        try await Seeds.forEach(count: 20) { seed in
            var random = SeededGenerator(seed: seed, purpose: "telling")
            var account = SimulatedAccountState(catalog: RandomLife.catalog)
            var policy = EntitlementPolicy.none
            policy.renewalGrace = .seconds(86_400 * [0, 0, 7, 30][random.index(below: 4)])
            var reported = ReportedLedger(policy: policy)
            var waiting: [BackendEvent] = []
            for deed in RandomLife(seed: seed, length: 30).deeds {
                var changes = account.live(until: deed.time) + ((try? deed.body(&account, deed.time)) ?? [])
                changes += account.journal.takeRenewals(.max)
                // Statuses name a transaction that may not be on record yet; the answer does not rest on them.
                changes += account.journal.takeSubscriptionChanges().filter {
                    if case .subscriptionStatus = $0 { false } else { true }
                }
                waiting += reported.underPresentNames(changes)
                if random.index(below: 8) == 0,
                    let subscription = account.book.subscriptions.all.randomElement(using: &random)
                {
                    reported.renamed.insert(account.journal.originalID(of: subscription))
                }
                if random.index(below: 3) == 0 { waiting.shuffle(using: &random) }
                let now = waiting.prefix(random.index(below: waiting.count + 1))
                waiting = waiting.dropFirst(now.count) + now.filter { _ in random.index(below: 9) == 0 }
                reported.report(now.filter { $0.transaction != nil || random.index(below: 5) > 0 }, at: deed.time)
                guard random.index(below: 3) == 0 else { continue }
                let ahead = Duration.milliseconds(random.index(below: [1, 900_000_000, 9_000_000_000][Int(seed % 3)]))
                let time = deed.time.advanced(by: ahead)
                let (live, again) = reported.answers(at: time)
                let expected = reported.slow.answer(at: time, grace: policy.renewalGrace)
                try #require(OwnedText.answer(live) == expected, "\(deed.name)")
                try #require(OwnedText.answer(again) == expected, "\(deed.name): a relaunch")
            }
        }
    }
}
