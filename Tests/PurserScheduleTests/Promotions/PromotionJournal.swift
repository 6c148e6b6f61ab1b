import Purser

/// What happened to each promoted purchase, by its product.
final class PromotionJournal: Sendable {
    private struct State: Sendable {
        var promoted = 0
        var passed: Set<String> = []
        var listed: Set<String> = []
        var declined: Set<String> = []
        /// How often each was bought, whether or not that succeeded.
        var attempts: [String: Int] = [:]
        /// Those of which a call has returned.
        var bought: Set<String> = []
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

    /// The handler was called.
    func passed(_ product: String) { state.withLock { _ = $0.passed.insert(product) } }

    func declined(_ product: String) { state.withLock { _ = $0.declined.insert(product) } }

    /// A purchase begins.
    func attempted(_ product: String) { state.withLock { $0.attempts[product, default: 0] += 1 } }

    /// A call to buy it has returned.
    func bought(_ product: String) { state.withLock { _ = $0.bought.insert(product) } }

    func violated(_ violation: String) { state.withLock { $0.violations.append(violation) } }

    /// The list was read.
    func saw(_ listed: [String]) {
        state.withLock { state in
            if Set(listed).count < listed.count { state.violations.append("listed twice: \(listed)") }
            for product in listed where state.bought.contains(product) {
                state.violations.append("\(product) is listed after its purchase has returned")
            }
            state.listed.formUnion(listed)
        }
    }

    /// How many were passed to the handler, and how many were listed at some time.
    var counts: (passed: Int, listed: Int) { state.withLock { ($0.passed.count, $0.listed.count) } }

    /// What was violated: in the end each is declined, or listed, or was bought, and no charge is without a purchase.
    ///
    /// - Parameters:
    ///   - charges: how often each product was charged.
    ///   - hasDied: whether the machine has died: then only purchases that were listed before count, and the last
    ///     decisions may be lost.
    func violations(_ charges: [String: Int], listed: Set<String>, hasDied: Bool) -> [String] {
        let state = state.withLock(\.self)
        var found = state.violations
        for product in state.passed.union(state.listed).sorted() {
            let (count, attempts) = (charges[product] ?? 0, state.attempts[product] ?? 0)
            if count > attempts { found.append("\(product) was charged \(count) times in \(attempts) purchases") }
            if listed.contains(product) {
                if state.bought.contains(product) { found.append("\(product) is bought, and listed in the end") }
                if state.declined.contains(product), !hasDied { found.append("\(product) was declined, and came back") }
            } else if count == 0, !state.bought.contains(product), !state.declined.contains(product),
                !hasDied || state.listed.contains(product)
            {
                found.append("\(product) was forgotten")
            }
        }
        return found
    }
}
