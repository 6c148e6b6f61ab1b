import Purser

/// The cheapest way to hand batches to many readers: each parks, is woken once a batch, and takes that batch.
///
/// Bare tasks on a bare condition, and a log to read from. A batch is told when everybody is parked again, so nobody
/// ever takes two with one wake-up; a store whose readers fall behind may wake them less often than this.
final class FanFloor: Sendable {
    /// What is handed over costs one reference count, like an update.
    private final class Item: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    private typealias Parked = UnsafeContinuation<Void, Never>

    private struct State: Sendable {
        var log: [Item] = []
        var readers: [Parked] = []
        var teller: Parked?
        var isClosed = false
    }

    private let readers: Int
    private let state = Lock(State())

    private init(readers: Int) { self.readers = readers }

    /// Hands `items` to each of `readers`, in this many batches.
    static func run(readers: Int, items: Int, batches: Int) async throws -> Span {
        let floor = FanFloor(readers: readers)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Crowd.run(readers) { _ in
                    guard await floor.read() == items else { throw WrongRun("the floor lost something") }
                }
            }
            await floor.allParked()
            let watch = Stopwatch()
            for batch in 0..<batches {
                floor.report((items * batch / batches..<items * (batch + 1) / batches).map(Item.init))
                await floor.allParked()
            }
            let span = watch.elapsed
            floor.close()
            try await group.waitForAll()
            return span
        }
    }

    private func report(_ batch: [Item]) { wake { $0.log += batch } }
    private func close() { wake { $0.isClosed = true } }

    private func wake(_ change: (inout State) -> Void) {
        let woken = state.withLock { state -> [Parked] in
            change(&state)
            defer { state.readers = [] }
            return state.readers
        }
        for reader in woken { reader.resume() }
    }

    private func allParked() async {
        await withUnsafeContinuation { teller in
            let isReady = state.withLock { state -> Bool in
                guard state.readers.count < readers else { return true }
                state.teller = teller
                return false
            }
            if isReady { teller.resume() }
        }
    }

    /// Reads to the end.
    private func read() async -> Int {
        var cursor = 0
        while let batch = await next(after: cursor) {
            for item in batch where item.number == cursor { cursor += 1 }
        }
        return cursor
    }

    private func next(after cursor: Int) async -> [Item]? {
        while true {
            let (batch, isClosed) = state.withLock { (Array($0.log[cursor...]), $0.isClosed) }
            if !batch.isEmpty { return batch }
            if isClosed { return nil }
            await withUnsafeContinuation { reader in park(reader, cursor) }
        }
    }

    /// Parks a reader; the last of them lets the teller go on.
    private func park(_ reader: Parked, _ cursor: Int) {
        let woken = state.withLock { state -> Parked? in
            if state.log.count > cursor || state.isClosed { return reader }
            state.readers.append(reader)
            return state.readers.count == readers ? state.teller.take() : nil
        }
        woken?.resume()
    }
}
