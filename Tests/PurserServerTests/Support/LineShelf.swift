#if Server
    import Foundation
    import Purser
    import TestDatabase

    @testable import PurserServer

    /// What the database does with decisions, in memory: for tests of the deciding part.
    struct LineShelf {
        private(set) var content = LineContent()
        private(set) var updates: [Holder: [LedgerRecord]] = [:]
        var policy = AccountMovePolicy.move

        /// What the database answers for a delivery: the lines that it names, those that they are joined to, and their rows.
        func content(for delivery: LineDelivery) -> LineContent {
            var found = LineContent()
            var names = delivery.lines
            while let name = names.popLast() {
                guard found.lines[name] == nil, let line = content.lines[name] else { continue }
                found.lines[name] = line
                if let root = line.root { names.append(root) }
            }
            found.entries = content.entries.filter { entry in found.lines[entry.line].map { $0.root == nil } ?? false }
            return found
        }

        /// Decides a delivery by what is there, and writes it.
        @discardableResult
        mutating func report(_ delivery: LineDelivery, now: Timestamp = at(1_000)) throws -> LineDecision {
            let decision = try LineState.decide(
                delivery, content(for: delivery), policy: policy, secret: .zero, now: now)
            guard !decision.isEmpty else { return decision }
            for line in decision.lines {
                content.lines[line.known.id] = LineContent.Line(
                    line.known.id, root: line.root, revision: line.known.revision + 1)
            }
            for move in decision.moves { updates[move.to, default: []] += updates.removeValue(forKey: move.from) ?? [] }
            for update in decision.updates {
                updates[update.holder, default: []].append(try LedgerRecord(bytes: update.record))
            }
            content.entries.removeAll { decision.cleared.contains($0.line) }
            for entry in decision.entries {
                content.entries.removeAll { ($0.holder, $0.line, $0.slot) == (entry.holder, entry.line, entry.slot) }
                if entry.record != nil { content.entries.append(entry) }
            }
            return decision
        }

        @discardableResult
        mutating func report(
            _ transactions: StoreTransaction..., renewals: [StoreRenewalInfo] = [], now: Timestamp = at(1_000)
        ) throws -> LineDecision {
            try report(LineDelivery(transactions: transactions, renewals: renewals), now: now)
        }

        /// Removes everything of a holder, as erasing a user does.
        mutating func erase(_ holder: Holder) {
            content.entries.removeAll { $0.holder == holder }
            updates[holder] = nil
        }

        /// What a user's updates say, in order.
        func reported(_ user: UUID) -> [String] { reported(Holder(user: user)) }

        func reported(_ holder: Holder) -> [String] {
            (updates[holder] ?? []).compactMap { record in
                guard case .update(let update, _) = record else { return nil }
                return "\(update.kind) \(update.transaction.id)"
            }
        }

        /// What a user may use.
        func entitlements(of user: UUID, at seconds: Int64) throws -> StoreEntitlements {
            let own = content.entries.filter { $0.holder == Holder(user: user) }
            return StoreEntitlements(
                try HolderRecords(own, secret: .zero).state.entitlementSnapshot(), deviceTime: at(seconds))
        }

        var holders: [String] { Set(content.entries.map(\.holder.text)).sorted() }
    }
#endif
