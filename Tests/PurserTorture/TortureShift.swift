import Purser
import PurserSimulator

/// What every worker does around its work: it makes marks, notes the updates meanwhile, and keeps what goes wrong.
struct TortureShift: Sendable {
    private let complaints = Lock<[String]>([])

    /// Writes a mark, at which the worker may be killed.
    func mark(_ mark: TortureMark) { Standard.write(mark.rawValue) }

    /// Keeps what goes wrong as a complaint.
    func noting(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            complaints.withLock { $0.append(TortureError.line(for: error)) }
        }
    }

    /// Does the work on a store that was opened, notes its updates meanwhile, and closes it.
    ///
    /// - Returns: the exit status.
    func run(_ store: TortureStore, work: @escaping @Sendable () async -> Void) async -> Int32 {
        await withTaskGroup { group in
            group.addTask { await noting { try await store.read() } }
            group.addTask {
                await work()
                mark(.closing)
                await store.close()
                mark(.closed)
            }
        }
        let all = await complaints.withLock { $0 } + store.appStore.violations
        for complaint in all { Standard.complain(complaint) }
        return all.isEmpty ? 0 : 1
    }
}
