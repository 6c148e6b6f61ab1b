#if Server
    package import Purser

    /// A line with the records of everybody who has some of it: decides what a delivery changes.
    ///
    /// The records decide by the library's own rules. Here it is decided whose a transaction is: the user whom it names, else
    /// who has it, else who has the latest of the line, else nobody, where it is kept under the line (U3, K6).
    package struct LineState {
        private let content: LineContent
        private let secret: KeyedHash
        private let root: String
        private var records: [Holder: HolderRecords] = [:]
        private var order: [Holder] = []
        private var decision = LineDecision()

        /// The line of a delivery, as the database has it.
        ///
        /// - Throws: `FormatFault` when a row cannot be read.
        private init(_ delivery: LineDelivery, _ content: LineContent, secret: KeyedHash) throws(FormatFault) {
            (self.content, self.secret) = (content, secret)
            let names = delivery.lines
            let roots = Set(names.compactMap { content.root(of: $0) })
            root = roots.min() ?? names.first ?? ""
            for (holder, entries) in Dictionary(grouping: content.entries, by: \.holder) {
                records[holder] = try HolderRecords(entries, secret: secret)
            }
            order = records.keys.sorted { $0.text < $1.text }
            for name in Set(names).union(content.lines.keys).sorted() {
                let known = content.lines[name] ?? LineContent.Line(name, revision: 0)
                // What pointed to a line that is joined now goes on pointing to it.
                let target = name == root ? nil : (known.root ?? root)
                decision.lines.append(LineDecision.Line(known: known, root: target))
            }
            if roots.count > 1 { decision.cleared = roots.sorted() }
        }

        /// Decides what a delivery changes.
        ///
        /// - Throws: `FormatFault` when a row cannot be read.
        package static func decide(
            _ delivery: LineDelivery, _ content: LineContent, policy: AccountMovePolicy, secret: KeyedHash,
            now: Timestamp
        ) throws(FormatFault) -> LineDecision {
            var state = try LineState(delivery, content, secret: secret)
            if let binding = delivery.binding { state.bind(to: binding.user) }
            var renewals = delivery.renewals
            for (index, transaction) in delivery.transactions.enumerated() {
                let owner = state.settle(transaction, policy: policy, now: now)
                guard let owner else { continue }
                let isLast = index == delivery.transactions.count - 1
                // What came with the latest transaction of a line is recorded with it, as a store does.
                let together = isLast && state.isLatest(transaction, of: owner.holder)
                state.report([owner.transaction], together ? renewals : [], of: owner.holder, now: now)
                if together { renewals = [] }
            }
            if !renewals.isEmpty { state.report([], renewals, of: state.latestHolder, now: now) }
            return state.decided()
        }

        // MARK: Whose it is

        /// Who gets a transaction, and as what; `nil` when it is rejected.
        private mutating func settle(_ transaction: StoreTransaction, policy: AccountMovePolicy, now: Timestamp)
            -> (holder: Holder, transaction: StoreTransaction)?
        {
            let named = transaction.appAccountToken.map(Holder.init(user:))
            if let named { bind(to: named) }
            guard let (holder, latest) = latest(of: transaction) else { return (named ?? latestHolder, transaction) }
            guard latest.isSamePurchase(as: transaction) else {
                decision.rejection = .otherPurchase(transaction)
                return nil
            }
            switch AccountMove(of: transaction, after: latest.signedTime, from: holder, to: named, by: policy) {
            case .none, .kept: return (holder, transaction)
            case .rejected:
                decision.rejection = .otherUser(transaction)
                return (holder, transaction)
            case .moved:
                if !latest.isRevokedOrUpgraded {
                    report([latest.movedAway(by: transaction, at: now)], [], of: holder, now: now)
                }
                return (named ?? holder, transaction)
            }
        }

        /// The latest version of a transaction that is on record, and who has it.
        ///
        /// A former user has an earlier version, which is revoked.
        private func latest(of transaction: StoreTransaction) -> (holder: Holder, version: StoreTransaction)? {
            var latest: (holder: Holder, version: StoreTransaction)?
            for holder in order {
                let record = records[holder]?.state.transactions.record(of: transaction)
                guard let version = record?.transaction else { continue }
                if latest.map({ version.counts(before: $0.version) }) ?? true { latest = (holder, version) }
            }
            return latest
        }

        /// Who has the latest transaction of the line.
        private var latestHolder: Holder {
            var found: (holder: Holder, latest: RecordedSubscriptions.Latest)?
            for holder in order {
                guard let latest = records[holder]?.latest else { continue }
                if found.map({ latest.follows($0.latest) }) ?? true { found = (holder, latest) }
            }
            return found?.holder ?? order.first ?? Holder(line: root)
        }

        private func isLatest(_ transaction: StoreTransaction, of holder: Holder) -> Bool {
            let latest = latestHolder
            guard latest != holder, let known = records[latest]?.latest else { return true }
            return RecordedSubscriptions.Latest(transaction, known.key).follows(known)
        }

        /// Gives a user what is kept under the line.
        ///
        /// What another user has stays there.
        private mutating func bind(to user: Holder) {
            for holder in order where !holder.isUser {
                decision.moves.append(LineDecision.Move(from: holder, to: user))
                // Also those that came of the same delivery, before it named the user.
                for index in decision.updates.indices where decision.updates[index].holder == holder {
                    decision.updates[index].holder = user
                }
                decision.cleared = Set(decision.cleared).union([root]).sorted()
                let entries = [user, holder].flatMap { records[$0]?.rows.values.map { $0 } ?? [] }
                records[holder] = nil
                order.removeAll { $0 == holder }
                // They were read before, so that they can be read.
                if let joined = try? HolderRecords(entries, secret: secret) { put(joined, user) }
            }
        }

        // MARK: What is written

        private mutating func put(_ new: HolderRecords, _ holder: Holder) {
            if records.updateValue(new, forKey: holder) == nil {
                order = (order + [holder]).sorted { $0.text < $1.text }
            }
        }

        private mutating func report(
            _ transactions: [StoreTransaction], _ renewals: [StoreRenewalInfo], of holder: Holder, now: Timestamp
        ) {
            var known = records[holder] ?? HolderRecords(secret: secret)
            let count = known.updates.count
            known.report(
                transactions.map(holder.own), renewals.map(holder.own), of: holder, line: root, now: now)
            for update in known.updates.dropFirst(count) {
                decision.updates.append(LineDecision.Update(holder: holder, record: update.bytes))
            }
            put(known, holder)
            decision.holder = holder
        }

        private consuming func decided() -> LineDecision {
            for holder in order {
                guard let known = records[holder] else { continue }
                if decision.cleared.isEmpty {
                    decision.entries += known.changed.sorted().compactMap { known.rows[$0] }
                } else {
                    decision.entries += known.written(for: holder, line: root)
                }
            }
            if decision.holder == nil { decision.holder = order.first { $0.isUser } ?? order.first }
            return decision
        }
    }
#endif
