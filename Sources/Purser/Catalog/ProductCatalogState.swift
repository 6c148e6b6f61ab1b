/// What the catalog knows, for how long it holds, and what has to be fetched for a request.
///
/// Time is the store's clock, always handed in. Flights are not its business: see `SharedFlightsState`.
package struct ProductCatalogState: Sendable {
    /// What the store said of one identifier.
    package enum Outcome: Sendable, Hashable {
        case product(StoreProduct)
        case invalid
    }

    /// What a request needs.
    package struct Plan: Sendable {
        /// All identifiers, each once, in the order asked.
        package var ids: [String] = []
        /// What is known, stale or not.
        package var known: [String: Outcome] = [:]
        /// What the caller must wait for.
        package var missing: [String] = []
        /// What is known but past its lifetime: to be fetched again without anybody waiting.
        package var stale: [String] = []
    }

    private struct Entry: Sendable {
        var product: StoreProduct
        var fetchedAt: Duration
    }

    /// So many invalid identifiers are remembered; when more come, all are forgotten and asked for again.
    package static let maximumInvalidIDs = 10_000

    private let lifetime: Duration
    private let invalidLifetime: Duration
    private var entries: [String: Entry] = [:]
    private var invalid: [String: Duration] = [:]
    package private(set) var isClosed = false

    package init(lifetime: Duration, invalidLifetime: Duration) {
        self.lifetime = lifetime
        self.invalidLifetime = invalidLifetime
    }

    /// The number of products and of invalid identifiers that are remembered.
    package var counts: (products: Int, invalid: Int) { (entries.count, invalid.count) }

    /// Somebody asks for products.
    package func requested(_ ids: [String], now: Duration) -> Plan {
        var plan = Plan()
        var seen: Set<String> = []
        seen.reserveCapacity(ids.count)
        for id in ids where seen.insert(id).inserted {
            plan.ids.append(id)
            look(up: id, now: now, into: &plan)
        }
        return plan
    }

    private func look(up id: String, now: Duration, into plan: inout Plan) {
        if id.isEmpty || id.utf8.count > PaymentRequest.maximumProductIDBytes {
            plan.known[id] = .invalid
        } else if lifetime > .zero, let entry = entries[id] {
            plan.known[id] = .product(entry.product)
            if now - entry.fetchedAt >= lifetime { plan.stale.append(id) }
        } else if let since = invalid[id], now - since < invalidLifetime {
            plan.known[id] = .invalid
        } else {
            plan.missing.append(id)
        }
    }

    /// The store described these.
    package mutating func fetched(_ outcomes: [String: Outcome], now: Duration) {
        if invalid.count + outcomes.count > Self.maximumInvalidIDs { invalid = [:] }
        for (id, outcome) in outcomes {
            switch outcome {
            case .product(let product):
                entries[id] = Entry(product: product, fetchedAt: now)
                invalid[id] = nil
            case .invalid:
                entries[id] = nil
                if invalidLifetime > .zero { invalid[id] = now }
            }
        }
    }

    /// Prices and products may have changed: nothing that is known holds any more.
    package mutating func forgotten() {
        entries = [:]
        invalid = [:]
    }

    /// Nobody may ask any more.
    package mutating func closed() {
        isClosed = true
        forgotten()
    }

    /// What a backend's answer says of each identifier that it was asked for.
    ///
    /// One that it passed over in silence is invalid, and what it was not asked for is not heard.
    package static func outcomes(of answer: BackendProducts, for ids: [String]) -> [String: Outcome] {
        var outcomes = Dictionary(ids.map { ($0, Outcome.invalid) }, uniquingKeysWith: { first, _ in first })
        for product in answer.products where outcomes[product.id] != nil { outcomes[product.id] = .product(product) }
        return outcomes
    }
}

extension ProductCatalogState.Plan {
    /// The answer, once what was missing has come.
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
