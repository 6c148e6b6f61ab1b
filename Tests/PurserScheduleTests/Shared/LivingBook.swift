import Purser

/// What the app of a living world has seen, beside what the App Store says: an account of its own.
final class LivingBook: Sendable {
    private struct State: Sendable {
        var granted: [String] = []
        var violations: [String] = []
        var story: [String] = []
    }

    private let state = Lock(State())

    var violations: [String] { state.withLock(\.violations) }

    /// What happened, told with what was violated.
    var story: [String] { state.withLock(\.story) }

    func note(_ text: String) { state.withLock { $0.story.append(text) } }

    func granted(_ update: StoreUpdate) {
        state.withLock {
            $0.granted.append(update.transaction.id)
            $0.story.append("granted \(update)")
        }
    }

    func violated(_ text: String) { state.withLock { $0.violations.append(text) } }

    /// Compares what was handed over with what was charged: each charge once, and nothing that nobody has paid for.
    ///
    /// - Parameter mayRepeat: whether the program has died, so that what it did last may be done once more.
    func compareGrants(_ charged: [String], _ transactions: [StoreTransaction], mayRepeat: Bool) {
        let granted = state.withLock(\.granted)
        let counts = Dictionary(granted.map { ($0, 1) }, uniquingKeysWith: +)
        // What was taken back, or replaced, before the app has heard of it is not handed over.
        let revoked = Set(transactions.filter { $0.revocationTime != nil || $0.isUpgraded }.map(\.id))
        // The family pays for some, and StoreKit 1 answers who buys what is owned with a copy that has no price.
        let free = Set(transactions.filter { $0.ownershipType == .familyShared || $0.price == nil }.map(\.id))
        for id in charged {
            let count = counts[id, default: 0]
            if count == 0, !revoked.contains(id) { violated("\(id) was charged and never granted") }
            if count > 1, !mayRepeat { violated("\(id) was granted \(count) times") }
        }
        for id in counts.keys where !charged.contains(id) && !free.contains(id) {
            violated("\(id) was granted, and nobody has paid for it")
        }
    }

    /// Looks at all updates: each renewal is told once, and those of a line in the order in which they were paid.
    func compareRenewals(_ updates: [StoreUpdate], _ transactions: [StoreTransaction]) {
        var reported: [String: [UInt64]] = [:]
        for update in updates where [.purchased, .renewed, .restored].contains(update.kind) {
            reported[update.transaction.id, default: []].append(update.sequence)
        }
        var last: [String: UInt64] = [:]
        // A copy, by which StoreKit 1 restores one, has no price, and is told when somebody asks for it.
        let renewals = transactions.filter { $0.reason == .renewal && $0.price != nil }
        for renewal in renewals.sorted(by: { $0.purchaseTime < $1.purchaseTime }) {
            let sequences = reported[renewal.id] ?? []
            if sequences.isEmpty, renewal.revocationTime == nil, !renewal.isUpgraded {
                violated("renewal \(renewal.id) was never told")
            }
            if sequences.count > 1 { violated("renewal \(renewal.id) was told as \(sequences)") }
            let line = "\(renewal.subscriptionGroupID ?? "") \(renewal.ownershipType)"
            guard let sequence = sequences.first else { continue }
            if let before = last[line], before > sequence {
                violated("renewal \(renewal.id) was told as \(sequence), after a later one as \(before)")
            }
            last[line] = sequence
        }
    }
}
