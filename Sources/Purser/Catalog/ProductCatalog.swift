/// The backend's answer about a requested product identifier.
package struct CatalogChange: Sendable {
    /// The identifier.
    package var productID: String
    /// Whether a product with it is sold.
    package var isValid: Bool
}

/// The products of the store: fetched once for all callers, and cached for a while.
///
/// Owns the known products and the shared requests that fetch them, which run as children of `run()`. Promises: equal
/// and overlapping calls share requests, so that the backend is called only for identifiers that are neither known nor
/// being fetched; each call ends exactly once; a fetch that failed or was cancelled leaves nothing behind; after
/// `forget()` nothing of the earlier storefront is kept or returned to a later caller. Never touches payments or the
/// ledger.
package actor ProductCatalog {
    /// The backend's answer about one identifier.
    package typealias Outcome = ProductCatalogState.Outcome
    private typealias SharedRequest = SharedRequests<String, Outcome>.SharedRequest

    private let backend: any StoreBackend
    private let retrier: Retrier
    private let policy: RetryPolicy
    private let clock: any StoreClock
    private let onChange: @Sendable ([CatalogChange]) -> Void
    private let requests: SharedRequests<String, Outcome>
    private let limits: CallLimits
    /// Changed on this actor only; the lock is for readers that cannot wait.
    private let state: Lock<ProductCatalogState>

    /// How many requests to the backend run at a time; further ones wait until one of them has ended.
    package static let requestsAtOnce = 8

    /// How long an invalid identifier is not requested again: short, because a product that was just approved is sold a
    /// moment later, and there at all so that a loop over an unknown product is no storm of requests.
    package static let invalidLifetime = Duration.seconds(1)

    /// - Parameters:
    ///   - lifetime: how long a product is fresh. A later call still returns the old version at once, and begins to
    ///     fetch a new one. Zero or less keeps nothing: each call fetches.
    ///   - invalidLifetime: how long an invalid identifier is not requested again, at most `lifetime`.
    ///   - limits: how long a request may take.
    ///   - onChange: called, in order, with the products that have become valid or invalid; it must return at once.
    package init(
        backend: any StoreBackend, retrier: Retrier, policy: RetryPolicy, clock: any StoreClock, lifetime: Duration,
        invalidLifetime: Duration = ProductCatalog.invalidLifetime, limits: CallLimits = CallLimits(),
        onChange: @escaping @Sendable ([CatalogChange]) -> Void = { _ in }
    ) {
        self.backend = backend
        self.retrier = retrier
        self.policy = policy
        self.clock = clock
        self.onChange = onChange
        self.limits = limits
        state = Lock(ProductCatalogState(lifetime: lifetime, invalidLifetime: min(invalidLifetime, lifetime)))
        requests = SharedRequests(
            clock: clock, for: WaitingCall("products"),
            keysPerRequest: backend.capabilities.productRequestLimit, requestsAtOnce: Self.requestsAtOnce,
            closingLimit: limits.closing)
    }

    /// The running requests and their callers; for tests.
    package nonisolated var load: (keys: Int, requests: Int, callers: Int) { requests.load }

    /// Returns products, at once if all are known, otherwise when the missing ones have been fetched.
    ///
    /// - Parameters:
    ///   - refreshing: whether known ones are fetched too. A failure then keeps what was known.
    ///   - deadline: how long to wait at most, counted from now; `nil` waits until the retry policy ends.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` for too many identifiers, `.deadlineExceeded`,
    ///   `.waitCancelled`, `.storeClosed`, the backend's own code, or `.unknown` for an error without one.
    package func products(
        for ids: [String], refreshing: Bool = false, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> StoreProducts {
        let plan = try plan(for: ids, refreshing: refreshing)
        requests.start(plan.stale)
        guard !plan.missing.isEmpty else { return plan.answer(with: [:]) }
        do {
            return plan.answer(with: try await requests.values(for: plan.missing, within: deadline))
        } catch {
            throw error.failure(waitingFor: "the products", code: .unknown)
        }
    }

    /// Begins to fetch the products that are not known, because the backend is ready, and does not wait for them.
    ///
    /// What fails is fetched at its next request. What the backend did not know before it was ready is fetched again.
    package func prefetch(_ ids: [String]) {
        state.withLock { $0.invalidForgotten() }
        guard let plan = try? plan(for: ids) else { return }
        requests.start(plan.missing + plan.stale)
    }

    /// Forgets everything, because the storefront has changed; answers to earlier callers are not kept.
    package func forget() {
        state.withLock { $0.forgotten() }
        requests.detach()
    }

    /// Ends every call, now and later, with `.storeClosed`, and lets `run()` end.
    package func close() {
        state.withLock { $0.isClosed = true }
        requests.close()
    }

    /// Fetches until `close()`; part of the store's task tree.
    package nonisolated func run() async {
        await requests.run { try await self.fetch($0, $1) }
    }

    private func plan(
        for ids: [String], refreshing: Bool = false
    ) throws(PurchaseFailure) -> ProductCatalogState.Plan {
        // A copy, so that a request for very many products delays no reader.
        let state = state.withLock { $0 }
        guard !state.isClosed else {
            throw RequestEnding.closed.failure(waitingFor: "the products", code: .storeClosed)
        }
        guard ids.count <= StoreProducts.maximumIDs else {
            throw PurchaseFailure(
                .invalidRequest,
                "\(ids.count) product identifiers in one request; the limit is \(StoreProducts.maximumIDs). Split the "
                    + "request.")
        }
        return state.requested(ids, refreshing: refreshing, now: clock.now())
    }
}

// MARK: - Fetching

extension ProductCatalog {
    private nonisolated func fetch(
        _ request: SharedRequest, _ worker: ExternalWorker
    ) async throws -> [String: Outcome] {
        let answer = try await retrier.run(.catalog, policy: policy) { _ in
            try worker.checkPresent()
            return try await worker.call("products", within: limits.backend) { [requests] in
                requests.land(request, .failure(PurchaseFailure.overdue("The request for products")))
            } making: {
                try await backend.products(for: request.keys)
            }
        }
        let outcomes = ProductCatalogState.outcomes(of: answer, for: request.keys)
        await landed(request, outcomes)
        return outcomes
    }

    /// Keeps the products and answers the callers in one step, so that no call in between finds a product neither known
    /// nor being fetched and fetches it again.
    private func landed(_ request: SharedRequest, _ outcomes: [String: Outcome]) {
        if requests.isCurrent(request) {
            state.withLock { $0.fetched(outcomes, now: clock.now()) }
            onChange(request.keys.map { CatalogChange(productID: $0, isValid: outcomes[$0] != .invalid) })
        }
        requests.land(request, .success(outcomes))
    }

    /// The latest version of a product, stale or not; never waits.
    package nonisolated func cached(_ id: String) -> StoreProduct? {
        guard case .product(let product)? = state.withLock({ $0.outcome(of: id) }) else { return nil }
        return product
    }

    /// Whether the backend has the product; `nil` when it was not requested.
    package nonisolated func isValid(_ id: String) -> Bool? {
        state.withLock { $0.outcome(of: id) }.map { $0 != .invalid }
    }
}
