import Purser

/// What happened to each promoted purchase, by its product.
final class PromotionJournal: Sendable {
    private struct State: Sendable {
        var promoted = 0
        var passed: Set<String> = []
        var listed: Set<String> = []
        var declined: Set<String> = []
        var violations: [String] = []
    }

    private let state = Lock(State())

    /// A product that was not promoted before.
    func nextProduct() -> String? {
        state.withLock { state in
            guard state.promoted < PromotionShop.products.count else { return nil }
            defer { state.promoted += 1 }
            return PromotionShop.products[state.promoted]
        }
    }

    /// The handler was called; returns whether that was the first call for this product.
    func passed(_ product: String) -> Bool { state.withLock { $0.passed.insert(product).inserted } }

    func declined(_ product: String) { state.withLock { _ = $0.declined.insert(product) } }

    func violated(_ violation: String) { state.withLock { $0.violations.append(violation) } }

    /// The list was read when these products were charged already.
    func saw(_ listed: [String], charged: Set<String>) {
        state.withLock { state in
            if Set(listed).count < listed.count { state.violations.append("listed twice: \(listed)") }
            for product in listed where charged.contains(product) {
                state.violations.append("\(product) is charged and listed")
            }
            state.listed.formUnion(listed)
        }
    }

    /// How many were passed to the handler, and how many were listed at some time.
    var counts: (passed: Int, listed: Int) { state.withLock { ($0.passed.count, $0.listed.count) } }

    /// What was violated.
    ///
    /// - Parameters:
    ///   - charges: how often each product was charged.
    ///   - mayBePaid: the products with a payment of unknown outcome, perhaps.
    func violations(
        _ charges: [String: Int], listed: Set<String>, mayBePaid: Set<String>, hasDied: Bool
    ) -> [String] {
        let state = state.withLock(\.self)
        var found = state.violations
        for product in state.passed.union(state.listed).sorted() {
            let (count, isListed) = (charges[product] ?? 0, listed.contains(product))
            if count > 1 { found.append("\(product) was charged \(count) times") }
            if count > 0, isListed { found.append("\(product) is charged and listed in the end") }
            if state.declined.contains(product) {
                if !hasDied, isListed || count > 0 { found.append("\(product) was declined, and came back") }
                continue
            }
            let counts = !hasDied || state.listed.contains(product)
            if counts, count == 0, !isListed, !mayBePaid.contains(product) { found.append("\(product) was forgotten") }
        }
        return found
    }
}
