import PurserTesting
import Testing

@testable import Purser

@Suite("Updates: readers that wait", .timeLimit(.minutes(30)))
struct UpdateLogTests {
    private func log(kept: Int = 100) -> UpdateLog { UpdateLog(updates: [], nextSequence: 1, keptUpdates: kept) }

    private static func numbers(_ updates: StoreUpdates) async -> [UInt64] {
        var numbers: [UInt64] = []
        for await update in updates { numbers.append(update.sequence) }
        return numbers
    }

    @Test("S1, C3: all who wait get what comes, whatever its size, and end when the log closes")
    func many() async throws {
        let log = log()
        try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<50 {
                let reader = try log.reader(after: nil)
                group.addTask { await Self.numbers(StoreUpdates(reader)) }
            }
            for size in [1, 300, 2, 2_000, 64] {
                try await eventually { log.waiting == 50 }
                log.append(.following(log.lastSequence, count: size))
            }
            log.close()
            for try await numbers in group { #expect(numbers == Array(1...2_367)) }
        }
        #expect(log.oldestNeeded == 2_368, "who has ended needs nothing")
    }

    @Test("C3: what was there when the log closed is read to the end")
    func closed() async throws {
        let log = log()
        let reader = try log.reader(after: nil)
        log.append(.following(0, count: 700))
        log.close()
        #expect(await Self.numbers(StoreUpdates(reader)) == Array(1...700))
        #expect(await reader.next() == nil)
    }

    @Test("C1: a cancelled loop ends, one that waits and one that has not begun; the others go on")
    func cancelled() async throws {
        let log = log()
        let readers = try (0..<10).map { _ in try log.reader(after: nil) }
        let tasks = readers.map { reader in Task { await Self.numbers(StoreUpdates(reader)) } }
        try await eventually { log.waiting == 10 }
        for task in tasks[3..<8] { task.cancel() }
        for task in tasks[3..<8] { #expect(await task.value == []) }
        #expect(log.waiting == 5)
        log.append(.following(0, count: 3))
        log.close()
        for task in tasks[..<3] + tasks[8...] { #expect(await task.value == [1, 2, 3]) }

        let late = try log.reader(after: 0)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.numbers(StoreUpdates(late))
        }
        #expect(await task.value == [])
    }

    @Test("S1: a reader can be iterated again, and goes on where it was")
    func again() async throws {
        let log = log()
        let updates = StoreUpdates(try log.reader(after: nil))
        let first = Task { await Self.numbers(updates) }
        try await eventually { log.waiting == 1 }
        first.cancel()
        _ = await first.value
        let second = Task { await Self.numbers(updates) }
        try await eventually { log.waiting == 1 }
        log.append(.following(0, count: 2))
        log.close()
        #expect(await second.value == [1, 2])
    }

    @Test("Two copies of one loop's iterator, which nobody ought to make, share its updates and both end")
    func twice() async throws {
        let log = log()
        let updates = StoreUpdates(try log.reader(after: nil))
        let iterator = updates.makeAsyncIterator()
        let tasks = (0..<3).map { _ in Task { await Self.rest(of: iterator) } }
        try await eventually { log.waiting == 3 }
        tasks[0].cancel()
        #expect(await tasks[0].value == [])
        try await eventually { log.waiting == 2 }
        for size in [1, 600] { log.append(.following(log.lastSequence, count: size)) }
        log.close()
        let numbers = await tasks[1].value + tasks[2].value
        #expect(numbers.sorted() == Array(1...601))
    }

    private static func rest(of iterator: StoreUpdates.AsyncIterator) async -> [UInt64] {
        var (numbers, iterator): ([UInt64], _) = ([], iterator)
        while let update = await iterator.next() { numbers.append(update.sequence) }
        return numbers
    }

    @Test("O4: a batch larger than memory keeps reaches a reader that waits, from the files")
    func larger() async throws {
        let files = CrashingFiles()
        let ledger = try await TransactionLedger.open(
            storage: FileLedgerStorage(files, worker: BlockingWorker(label: "test")), clock: VirtualClock(),
            keptUpdates: 100)
        let reader = try ledger.log.reader(after: nil)
        let task = Task { await Self.numbers(StoreUpdates(reader)) }
        try await eventually { ledger.log.waiting == 1 }
        _ = try await ledger.record(
            reported: (0..<3_000).map { number in
                IncomingTransaction(
                    StoreTransaction(LedgerSamples.transaction(number)), phase: .complete, needsFinish: false)
            })
        ledger.log.close()
        #expect(await task.value == Array(1...3_000))
        #expect(reader.failure == nil)
        await ledger.close()
    }

    @Test("C1, O4: real threads that read, stop reading and write at the same time lose nothing and hang nowhere")
    func threads() async throws {
        let log = log()
        let steady = try (0..<4).map { _ in StoreUpdates(try log.reader(after: nil)) }
        let readers = steady.map { updates in Task { await Self.numbers(updates) } }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<2_000 {
                    log.append(.following(log.lastSequence, count: 1 + round % 3))
                    if round % 4 == 0 { await Task.yield() }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    for round in 0..<300 {
                        guard let reader = try? log.reader(after: nil) else { continue }
                        let task = Task { await Self.numbers(StoreUpdates(reader)) }
                        for _ in 0..<round % 5 { await Task.yield() }
                        task.cancel()
                        let numbers = await task.value
                        #expect(
                            numbers.isEmpty || numbers == Array(reader.start + 1...reader.start + UInt64(numbers.count))
                        )
                    }
                }
            }
        }
        log.close()
        for reader in readers { #expect(await reader.value == Array(1...log.lastSequence)) }
        #expect(log.waiting == 0)
    }
}
