/// The promoted purchases of a store that were neither bought nor declined, for all its sessions, and their streams.
///
/// Owns the list. Never calls the app, pays or writes by itself.
package final class PromotedPurchases: Sendable {
    private let state = Lock(PromotedPurchasesState())
    private let changes = EventCount()

    /// Makes a list without purchases.
    package init() {}

    /// Reads or changes the value; what is newly deferred goes to the streams.
    package func withState<Result>(_ body: (inout PromotedPurchasesState) -> Result) -> Result {
        defer { changes.advance() }
        return state.withLock(body)
    }

    /// Each deferred one once, beginning with those deferred before; ends after ``close()``.
    package func stream() -> AsyncStream<PromotedPurchase> {
        let last = Lock(0)
        return AsyncStream { [state, changes] in
            await changes.first { last.withLock { last in state.withLock { $0.next(after: &last) } } }
        }
    }

    /// Ends all streams.
    package func close() { changes.close() }
}
