import Purser
import PurserTesting
import Testing

@Suite("Harness: mailbox under many schedules")
struct HarnessMailboxTests {
    @Test("O3: 2,000 seeds lose nothing, repeat nothing, and keep each poster's order")
    func order() async throws {
        try await Simulation.explore(count: plain(500, long: 2_000)) { context in
            let mailbox = Mailbox<(poster: Int, number: Int)>()
            async let received = Self.readAll(mailbox)
            await Self.postAll(to: mailbox, in: context)
            mailbox.close()
            try #require(!mailbox.post((9, 9)))
            try Self.requireAll(await received)
        }
    }

    @Test("O3: two readers take turns: what was posted first is processed first, also beside a call of one")
    func turns() async throws {
        try await Simulation.explore(count: plain(500, long: 2_000)) { context in
            let mailbox = Mailbox<(poster: Int, number: Int)>()
            let log = Lock(Turns())
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Self.readFirst(mailbox, log, in: context) }
                group.addTask {
                    while await mailbox.turn(), await Self.process(mailbox, log, in: context) { mailbox.passTurn() }
                }
                group.addTask {
                    await Self.postAll(to: mailbox, in: context)
                    mailbox.wakeFirst()
                    mailbox.close()
                }
            }
            let turns = log.withLock { $0 }
            try #require(turns.isFree)
            try Self.requireAll(turns.all)
        }
    }

    /// What two readers have processed, and whether none of them is processing.
    private struct Turns {
        var all: [(poster: Int, number: Int)] = []
        var isFree = true
    }

    /// Reads, and now and then makes a call that takes long, without its turn.
    private static func readFirst(
        _ mailbox: Mailbox<(poster: Int, number: Int)>, _ log: Lock<Turns>, in context: SimulationContext
    ) async {
        var generator = context.generator(for: "calls")
        var (hasTurn, isOver) = (false, false)
        while !isOver {
            if generator.index(below: 2) == 0 {
                if hasTurn { mailbox.passTurn() }
                hasTurn = false
                try? await context.sleep(for: .milliseconds(generator.index(below: 5)))
            }
            hasTurn = await mailbox.turn(isFirst: true, hasTurn: hasTurn)
            if hasTurn {
                hasTurn = await process(mailbox, log, in: context)
                isOver = !hasTurn
            }
        }
    }

    private static func process(
        _ mailbox: Mailbox<(poster: Int, number: Int)>, _ log: Lock<Turns>, in context: SimulationContext
    ) async -> Bool {
        let batch = mailbox.take()
        guard !batch.isEmpty else { return false }
        #expect(log.withLock { log in log.isFree }, "two readers have the turn")
        log.withLock { $0.isFree = false }
        try? await context.sleep(for: .milliseconds(1))
        log.withLock { log in
            log.all += batch
            log.isFree = true
        }
        return true
    }

    /// Three posters post ten messages each.
    private static func postAll(
        to mailbox: Mailbox<(poster: Int, number: Int)>, in context: SimulationContext
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for poster in 0..<3 { group.addTask { await post(10, by: poster, to: mailbox, in: context) } }
        }
    }

    /// Nothing is lost or repeated, and each poster's messages are in their order.
    private static func requireAll(_ all: [(poster: Int, number: Int)]) throws {
        try #require(all.count == 30)
        for poster in 0..<3 {
            try #require(all.filter { $0.poster == poster }.map(\.number) == Array(0..<10))
        }
    }

    private static func readAll(_ mailbox: Mailbox<(poster: Int, number: Int)>) async -> [(poster: Int, number: Int)] {
        var all: [(poster: Int, number: Int)] = []
        while let batch = await mailbox.next() { all += batch }
        return all
    }

    /// Posts one at a time or in pairs, now and then with a wait between.
    private static func post(
        _ count: Int, by poster: Int, to mailbox: Mailbox<(poster: Int, number: Int)>, in context: SimulationContext
    ) async {
        var generator = context.generator(for: "poster \(poster)")
        var number = 0
        while number < count {
            let size = min(1 + generator.index(below: 2), count - number)
            mailbox.post(contentsOf: (number..<number + size).map { (poster, $0) })
            number += size
            if generator.index(below: 3) == 0 {
                try? await context.sleep(for: .milliseconds(generator.index(below: 4)))
            }
        }
    }
}
