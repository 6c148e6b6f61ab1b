/// The known products, their lifetimes, and the part of a request that has to be fetched.
///
/// Times are readings of the store's monotonic clock, and the caller passes them in. `SharedRequestsState` tracks the
/// running requests, not this type.
package struct ProductCatalogState: Sendable {
    /// The backend's answer about one identifier.
    package enum Outcome: Sendable, Hashable {
        /// The product, as the backend last returned it.
        case product(StoreProduct)
        /// It is not sold.
        case invalid
    }

    /// The parts of a request.
    package struct Plan: Sendable {
        /// All identifiers, each once, in the order of the request.
        package var ids: [String] = []
        /// The known products, stale or not.
        package var known: [String: Outcome] = [:]
        /// The unknown identifiers, for which the caller has to wait.
        package var missing: [String] = []
        /// The known ones past their lifetime: they are fetched again, and the caller does not wait for that.
        package var stale: [String] = []
    }

    private struct Entry: Sendable {
        var outcome: Outcome
        /// When it was fetched; `nil` when it has to be fetched again.
        var fetchedAt: Duration?
    }

    private let lifetime: Duration
    private let invalidLifetime: Duration
    private var entries: [String: Entry] = [:]
    private var invalidCount = 0
    /// Whether the store was closed, so that nothing is requested any more.
    package var isClosed = false

    /// An empty catalog: products and invalid identifiers are fetched again after these lifetimes; zero keeps none.
    package init(lifetime: Duration, invalidLifetime: Duration) {
        self.lifetime = lifetime.clampedForRetry
        self.invalidLifetime = invalidLifetime.clampedForRetry
    }

    /// The number of kept products and invalid identifiers.
    package var counts: (products: Int, invalid: Int) { (entries.count - invalidCount, invalidCount) }

    /// The backend's latest answer about an identifier, stale or not; `nil` when there is none.
    package func outcome(of id: String) -> Outcome? { entries[id]?.outcome }

    /// The parts of a request for products at this moment; with `refreshing` known ones are missing, too.
    package func requested(_ ids: [String], refreshing: Bool = false, now: Duration) -> Plan {
        var plan = Plan()
        var seen: Set<String> = []
        seen.reserveCapacity(ids.count)
        for id in ids where seen.insert(id).inserted {
            plan.ids.append(id)
            look(up: id, refreshing, now: now, into: &plan)
        }
        return plan
    }

    private func look(up id: String, _ refreshing: Bool, now: Duration, into plan: inout Plan) {
        if id.isEmpty || id.utf8.count > PaymentRequest.maximumProductIDBytes {
            plan.known[id] = .invalid
        } else if !refreshing, let entry = entries[id], let fetchedAt = entry.fetchedAt,
            entry.outcome == .invalid ? now - fetchedAt < invalidLifetime : lifetime > .zero
        {
            plan.known[id] = entry.outcome
            if now - fetchedAt >= lifetime { plan.stale.append(id) }
        } else {
            plan.missing.append(id)
        }
    }

    /// Adds the backend's answers.
    package mutating func fetched(_ outcomes: [String: Outcome], now: Duration) {
        for (id, outcome) in outcomes {
            let former = entries.updateValue(Entry(outcome: outcome, fetchedAt: now), forKey: id)
            if former?.outcome == .invalid { invalidCount -= 1 }
            if outcome == .invalid { invalidCount += 1 }
        }
        // Otherwise an app that repeatedly requests new invalid identifiers would fill the memory.
        guard invalidCount > MemoryLimits.invalidProductIDs else { return }
        entries = entries.filter { $0.value.outcome != .invalid }
        invalidCount = 0
    }

    /// Forgets everything, because prices and products may have changed.
    package mutating func forgotten() { (entries, invalidCount) = ([:], 0) }

    /// Fetches the invalid identifiers again at the next request for them, because the backend may know them now.
    package mutating func invalidForgotten() {
        for (id, entry) in entries where entry.outcome == .invalid { entries[id]?.fetchedAt = nil }
    }

    /// The outcome of each requested identifier in a backend's answer, which is invalid if the answer lacks it.
    package static func outcomes(of answer: BackendProducts, for ids: [String]) -> [String: Outcome] {
        var outcomes = Dictionary(ids.map { ($0, Outcome.invalid) }, uniquingKeysWith: { first, _ in first })
        for product in answer.products where outcomes[product.id] != nil { outcomes[product.id] = .product(product) }
        return outcomes
    }
}

extension ProductCatalogState.Plan {
    /// The answer to the caller, from the known products and those fetched since.
    package func answer(with fetched: [String: ProductCatalogState.Outcome]) -> StoreProducts {
        var answer = StoreProducts(products: [])
        for id in ids {
            switch known[id] ?? fetched[id] ?? .invalid {
            case .product(let product): answer.products.append(product)
            case .invalid: answer.invalidIDs.append(id)
            }
        }
        return answer
    }
}
