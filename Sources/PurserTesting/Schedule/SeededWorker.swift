import Purser

/// Replaces the thread of a `BlockingWorker`: a task of the seeded executor does its work, one piece after the other,
/// so other jobs may run before and after each piece, as they do while a disk works.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SeededWorker: Sendable {
    private struct State: Sendable {
        var waiting = Fifo<BlockingWorker.Work>()
        /// Whether a task does the waiting work.
        var isBusy = false
    }

    private let state = Lock(State())
    private let executor: SeededExecutor

    init(_ executor: SeededExecutor) { self.executor = executor }

    /// Does the work after all earlier work.
    func start(_ work: @escaping BlockingWorker.Work) {
        let isFirst = state.withLock { state in
            state.waiting.append(work)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard isFirst else { return }
        Task(executorPreference: executor, priority: .medium) { await self.workAll() }
    }

    private func workAll() async {
        while let work = next() {
            work()
            await Task.yield()
        }
    }

    private func next() -> BlockingWorker.Work? {
        state.withLock { state in
            let work = state.waiting.popFirst()
            state.isBusy = work != nil
            return work
        }
    }
}
