import Purser

/// Decides which purchases this run of the tool hands over.
///
/// Owns the identifiers let through so far. Promises: what this run buys or restores passes; what an earlier run left
/// unfinished waits, and so stays unfinished, until it is let through by name. Without this, merely listing the
/// unfinished would finish them, because a ledger in memory does not remember which purchases were manual.
final class GrantGate: Sendable {
    private struct State: Sendable {
        /// The latest update of the earlier runs; `nil` until it is known.
        var lastOld: UInt64?
        var admitted: Set<String> = []
    }

    private let state = Lock(State())
    private let changed = Bell()

    init() {}

    /// Everything up to this update comes from earlier runs.
    func setLastOld(_ sequence: UInt64) {
        state.withLock { $0.lastOld = sequence }
        changed.ring()
    }

    /// Lets a transaction of an earlier run through.
    func admit(_ transactionID: String) {
        state.withLock { _ = $0.admitted.insert(transactionID) }
        changed.ring()
    }

    /// Whether an update is kept back.
    func holds(_ update: StoreUpdate) -> Bool {
        state.withLock { state in
            guard let lastOld = state.lastOld else { return true }
            return update.sequence <= lastOld && !state.admitted.contains(update.transaction.id)
        }
    }

    /// Returns once an update may be handed over.
    ///
    /// - Throws: `CancellationError` when the run ends first.
    func pass(_ update: StoreUpdate) async throws {
        while true {
            let rings = changed.rings
            guard holds(update) else { return }
            try await changed.wait(after: rings)
        }
    }
}
