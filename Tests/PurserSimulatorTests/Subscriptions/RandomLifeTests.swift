import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("Random lives of subscriptions", .timeLimit(.minutes(30)))
struct RandomLifeTests {
    @Test("T3: a jump of years gives the same ordered transactions as small steps, whatever is done in between")
    func jumps() async throws {
        try await Seeds.forEach(count: plain(20, long: 150)) { seed in
            let progress = RandomLife(seed: seed, deletes: seed.isMultiple(of: 2))
            var random = SeededGenerator(seed: seed, purpose: "steps")
            var jumping = SimulatedAccountState(catalog: RandomLife.catalog)
            if seed.isMultiple(of: 10) { jumping.journal.notices.record(for: .test) }
            var stepping = jumping
            var (reported, toldInSteps): ([String], [String]) = ([], [])
            func step(to moment: Timestamp, from start: Timestamp) {
                var now = start
                repeat {
                    let most = moment.milliseconds - now.milliseconds
                    now.milliseconds += min(most, Int64(1 + random.index(below: 20_000_000_000)))
                    toldInSteps += ids(stepping.live(until: now, limit: 1 + random.index(below: 3)))
                } while now < moment
            }
            var now = at(0)
            for deed in progress.deeds {
                reported += ids(jumping.live(until: deed.time))
                step(to: deed.time, from: now)
                now = deed.time
                let failure = Result { try deed.body(&jumping, now) }
                let failureInSteps = Result { try deed.body(&stepping, now) }
                try #require(failure.isFailure == failureInSteps.isFailure, "\(deed.name)")
                try #require(jumping.book.subscriptions.all == stepping.book.subscriptions.all, "\(deed.name)")
            }
            reported += ids(jumping.live(until: progress.end))
            step(to: progress.end, from: now)
            try #require(LifePrint(jumping) == LifePrint(stepping))
            try #require(reported == toldInSteps)
            try #require(jumping.journal.notices == stepping.journal.notices)
            try #require(jumping.book.flaw == nil)
        }
    }

    @Test("A relaunch after every step loses and doubles nothing, and goes on in the same way")
    func relaunches() async throws {
        try await Seeds.forEach(count: plain(3, long: 20)) { seed in
            let progress = RandomLife(seed: seed, deletes: seed.isMultiple(of: 2))
            var random = SeededGenerator(seed: seed, purpose: "relaunch")
            var living = SimulatedAccountState(catalog: RandomLife.catalog)
            living.book.startNoting()
            var kept = living.book
            func keep() throws {
                let change = try JSONEncoder().encode(living.book.change)
                living.book.kept()
                try #require(kept.repeatChange(try JSONDecoder().decode(AccountChange.self, from: change)))
                if random.index(below: 20) == 0 {
                    kept = try JSONDecoder().decode(AccountBook.self, from: try JSONEncoder().encode(kept))
                }
                let reloaded = SimulatedAccountState(catalog: living.catalog, book: kept)
                try #require(LifePrint(reloaded) == LifePrint(living))
                try #require(kept.flaw == nil)
                guard random.index(below: 3) == 0 else { return }
                living = reloaded
                living.book.startNoting()
            }
            for deed in progress.deeds {
                var isDone = false
                while !isDone {
                    _ = living.book.begin()
                    var events: [BackendEvent] = []
                    isDone = living.advance(to: deed.time, limit: 1 + random.index(below: 9), &events)
                    try keep()
                }
                let before = LifePrint(living)
                let step = living.book.begin()
                let settings = living.catalog.settings
                _ = try? deed.body(&living, deed.time)
                if random.index(below: 4) == 0 {
                    // What could not be written did not happen.
                    living.book.undo(step)
                    living.catalog.settings = settings
                    living.journal.makeAgenda()
                    try #require(LifePrint(living) == before, "\(deed.name)")
                }
                try keep()
            }
        }
    }

    @Test("No subscription renews into the past, overlaps itself, or is signed twice at one moment")
    func order() async throws {
        try await Seeds.forEach(count: plain(50, long: 150)) { seed in
            let progress = RandomLife(seed: seed, deletes: seed.isMultiple(of: 2))
            var account = SimulatedAccountState(catalog: RandomLife.catalog)
            var signed: [SubscriptionID: Timestamp] = [:]
            for deed in progress.deeds {
                _ = account.live(until: deed.time)
                _ = account.journal.takeSubscriptionChanges()
                _ = try? deed.body(&account, deed.time)
                // A subscription that was deleted begins anew.
                signed = signed.filter { account.book.subscriptions[$0.key] != nil }
                for id in account.journal.touched {
                    let subscription = try #require(account.book.subscriptions[id])
                    try #require(
                        signed[id].map { $0 < subscription.signed } ?? true || deed.name.hasPrefix("unpayable"),
                        "\(deed.name)")
                    signed[id] = subscription.signed
                }
                for subscription in account.book.subscriptions.all {
                    let transaction = account.book.transactions[subscription.current].transaction
                    try #require(transaction.expirationTime == subscription.end, "\(deed.name) \(subscription)")
                    try #require(
                        subscription.nextEvent.map { $0.time > deed.time } ?? true, "\(deed.name) \(subscription)")
                    try #require(transaction.productID == subscription.productID)
                    try #require(
                        (subscription.phase == .revoked) == (transaction.revocationTime != nil), "\(deed.name)")
                }
            }
        }
    }

    private func ids(_ events: [BackendEvent]) -> [String] { events.compactMap { $0.transaction?.transaction.id } }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
