#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the receipt of the device, and requests a new one when there is none or when a caller requires one.
///
/// Owns the shared requests that read and refresh it, as children of `run()`. Promises: any number of calls at once
/// share one refresh and get its receipt; each call ends exactly once; a failed refresh leaves nothing behind, and the
/// next call makes a new request. It keeps no receipt, because the device changes its own with each purchase, and never
/// reads inside one.
package actor ReceiptRefresher {
    private enum Request: Sendable, Hashable {
        case readLocal
        case refresh
    }

    private typealias SharedRequest = SharedRequests<Request, StoreReceipt?>.SharedRequest

    private let backend: any StoreBackend
    private let retrier: Retrier
    private let policy: RetryPolicy
    private let clock: any StoreClock
    private let requests: SharedRequests<Request, StoreReceipt?>
    private let limits: CallLimits

    /// Retries a refresh by `policy`; each request may take as long as `limits` say.
    package init(
        backend: any StoreBackend, retrier: Retrier, policy: RetryPolicy, clock: any StoreClock,
        limits: CallLimits = CallLimits()
    ) {
        (self.backend, self.retrier, self.policy) = (backend, retrier, policy)
        (self.clock, self.limits) = (clock, limits)
        requests = SharedRequests(clock: clock, for: WaitingCall("refreshReceipt"), closingLimit: limits.closing)
    }

    /// The running requests and their callers; for tests.
    package nonisolated var load: (keys: Int, requests: Int, callers: Int) { requests.load }

    /// Returns the receipt: the device's own, or a new one if there is none or `forceRefresh` is true.
    ///
    /// It waits no longer than the deadline, counted from now, or until the retry policy ends. Throws ``PurchaseFailure``
    /// with `.receiptUnavailable`, `.deadlineExceeded`, `.waitCancelled`, `.storeClosed`, or the backend's own code.
    package func receipt(forceRefresh: Bool = false, deadline: Duration? = nil) async throws(PurchaseFailure)
        -> StoreReceipt
    {
        let until = deadline.map { clock.now() + $0.clampedForRetry }
        if !forceRefresh, let local = try await fly(.readLocal, until: until), !local.data.isEmpty { return local }
        guard let fresh = try await fly(.refresh, until: until) else { throw Self.noReceipt }
        return fresh
    }

    /// Ends every call, now and later, with `.storeClosed`, and lets `run()` end.
    package nonisolated func close() { requests.close() }

    /// Reads and refreshes until `close()`; part of the store's task tree.
    package nonisolated func run() async {
        await requests.run { shared, worker in
            var receipts: [Request: StoreReceipt?] = [:]
            for request in shared.keys {
                receipts.updateValue(try await self.receipt(by: request, for: shared, worker), forKey: request)
            }
            return receipts
        }
    }

    private func fly(_ request: Request, until: Duration?) async throws(PurchaseFailure) -> StoreReceipt? {
        do {
            return try await requests.values(for: [request], within: until.map { $0 - clock.now() })[request] ?? nil
        } catch {
            throw error.failure(waitingFor: "the receipt", code: .receiptUnavailable)
        }
    }

    private nonisolated func receipt(
        by request: Request, for shared: SharedRequest, _ worker: ExternalWorker
    ) async throws -> StoreReceipt? {
        let overdue: @Sendable () -> Void = { [requests] in
            requests.land(shared, .failure(PurchaseFailure.overdue("The request for the receipt")))
        }
        switch request {
        case .readLocal:
            return await worker.call("localReceipt", within: limits.backend, overdue: overdue) {
                await backend.localReceipt()
            }
        case .refresh:
            return try await retrier.run(.refresh, policy: policy) { _ in
                try worker.checkPresent()
                let receipt = try await worker.call("refreshReceipt", within: limits.backend, overdue: overdue) {
                    try await backend.refreshReceipt()
                }
                guard !receipt.data.isEmpty else { throw Self.emptyReceipt }
                return receipt
            }
        }
    }

    private static let emptyReceipt = BackendFailure(
        .receiptUnavailable, "The App Store returned an empty receipt. Try again later.", retry: .retryable())

    private static let noReceipt = PurchaseFailure(
        .receiptUnavailable, "The App Store returned no receipt. Check that it installed the app, and try again.")
}
