/// The promoted purchases of a store that were neither bought nor declined, for all its sessions.
///
/// Owns the list and its streams. Promises: a purchase is listed until it is bought or declined; every stream gets it;
/// a change that has to be recorded is followed by a requested write. Never calls the app, pays or writes by itself.
package final class PromotedPurchases: Sendable {
    /// Gets the failure of a write; `nil` when everything is recorded.
    package typealias Written = @Sendable (PurchaseFailure?) -> Void

    private let state: Lock<PromotedPurchasesState>
    private let feed: Feed<PromotedPurchase>
    /// The requested writes.
    package let writes = Mailbox<Written>()

    /// Makes a list without purchases.
    ///
    /// - Parameter limit: how many are recorded at the same time, at most.
    package init(limit: Int = IntakeLimits.deferredPromotedPurchases) {
        let state = Lock(PromotedPurchasesState(limit: limit))
        self.state = state
        feed = Feed(limit: 2 * limit) { purchase in state.withLock { $0.contains(purchase) } }
    }

    /// The deferred ones, oldest first, without those that are being paid for.
    package var listed: [PromotedPurchase] { state.withLock(\.listed) }

    /// Reads or changes the value; what is newly listed goes to the streams.
    @discardableResult
    package func withState<Result>(_ body: (inout PromotedPurchasesState) -> Result) -> Result {
        let (result, listed) = state.withLock { (body(&$0), $0.takeUnannounced()) }
        if !listed.isEmpty { feed.add(listed) }
        return result
    }

    /// Payments have ended, and that is stored.
    func ended(_ endings: [(token: PaymentToken, ending: IntentEnding)]) {
        if withState({ $0.ended(endings) }) { writes.post { _ in } }
    }

    /// Returns when everything until now is recorded, also when the task is cancelled.
    ///
    /// - Returns: the failure of the write; `nil` when it succeeded.
    package func written() async -> PurchaseFailure? {
        guard withState({ !$0.unstored.isEmpty }) else { return nil }
        return await withUnsafeContinuation { caller in
            if !writes.post({ caller.resume(returning: $0) }) { caller.resume(returning: .storeClosed()) }
        }
    }

    /// Each deferred one, beginning with those deferred before; ends after ``close()``.
    package func stream() -> AsyncStream<PromotedPurchase> { feed.stream() }

    /// Ends all streams.
    package func close() { feed.close() }
}
