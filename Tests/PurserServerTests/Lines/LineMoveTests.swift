#if Server
    import Foundation
    import Purser
    import PurserTesting
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite("One purchase that is reported for several users")
    struct LineMoveTests {
        private struct State {
            var shelf = LineShelf()
            var rule: MovingPurchase
            /// What each holder has of it.
            private(set) var transactions: [Holder: [StoreTransaction]] = [:]

            init(rule: MovingPurchase) { self.rule = rule }

            mutating func report(_ transaction: StoreTransaction) throws -> LineDecision {
                let decision = try shelf.report(transaction)
                transactions = try Dictionary(grouping: shelf.content.entries, by: \.holder).mapValues {
                    try HolderRecords($0, secret: .zero).state.transactions.all.map(\.transaction)
                }
                return decision
            }

            /// Who may use it by the rule.
            var owner: Holder? { (0..<3).first(where: rule.isOwned).map { Holder(user: user($0)) } }

            /// Who may use it by the records.
            var owners: Set<Holder> {
                Set(transactions.filter { $1.contains { !$0.isRevokedOrUpgraded } }.keys)
            }
        }

        private struct Key: Hashable {
            let transactions: [Holder: [StoreTransaction]]
            let rule: MovingPurchase
        }

        @Test(
            "U5, O6: in every order and repetition of six reports, what was signed before the latest changes nothing",
            arguments: MovingPurchase.all)
        func everyOrder(_ purchase: MovingPurchase) throws {
            var start = State(rule: purchase)
            start.shelf.policy = purchase.policy
            let count = try forEachOrder(
                of: MovingPurchase.versions(users: 3, times: 4), from: start, depth: 6,
                key: { Key(transactions: $0.transactions, rule: $0.rule) },
                step: { try Self.next($0, $1) })
            #expect(count > 20)
        }

        private static func next(_ state: State, _ version: MovingPurchase.Version) throws -> State? {
            // The App Store signs one version at a time.
            if let latest = state.rule.latest, latest.time == version.time, latest != version { return nil }
            var next = state
            let isLatest = next.rule.take(version)
            let decision = try next.report(.thing(next.rule.type, as: version))
            // A text for each step would take longer than the step.
            func place() -> Comment { "\(version) after \(String(describing: state.rule.latest))" }
            let (former, owner) = (state.owner, next.owner)
            #expect(next.owners == Set([owner].compactMap(\.self)), place())
            #expect(decision.holder?.user == next.rule.holder.map(user), place())
            if !isLatest { #expect(decision.isEmpty, place()) }
            // Who loses it gets one update, and who gets it another one.
            let (losing, getting) = (decision.kinds(of: former), decision.kinds(of: owner))
            if former != owner {
                #expect(former == nil || losing == [.revoked], place())
                #expect(owner == nil || getting == [.purchased] || getting == [.reinstated], place())
            } else {
                #expect(getting.isEmpty || getting == [.changed], place())
            }
            return next
        }

        @Test("U5: what was reported before a move gives nothing back after the other user's purchase is refunded")
        func refunded() throws {
            var shelf = LineShelf()
            let lamp = StoreTransaction.thing(.nonConsumable, as: .init(user: 0, time: 1))
            try shelf.report(lamp)
            try shelf.report(lamp.named(user(1), signed: 2))
            try shelf.report(lamp.named(user(1), signed: 3).revoked(at: 3))
            for _ in 0..<2 { #expect(try shelf.report(lamp).isEmpty) }
            #expect(shelf.reported(user(0)) == ["purchased L", "revoked L"])
        }

        @Test("U5: nor after the other user was erased")
        func erased() throws {
            var shelf = LineShelf()
            let lamp = StoreTransaction.thing(.nonConsumable, as: .init(user: 0, time: 1))
            try shelf.report(lamp)
            try shelf.report(lamp.named(user(1), signed: 5))
            shelf.erase(Holder(user: user(1)))
            #expect(try shelf.report(lamp).isEmpty)
            #expect(shelf.reported(user(0)) == ["purchased L", "revoked L"])
        }

        @Test("U3: what is reported of a renewal goes to the user whom the period moved to, also where it is refunded")
        func renewals() throws {
            for names in [(0, 1), (1, 0)] {
                for isRefunded in [false, true] {
                    var shelf = LineShelf()
                    try shelf.report(
                        .thing(.autoRenewable, as: .init(user: names.0, time: 1)),
                        renewals: [renewal(of: "L", product: "thing", signed: 1)])
                    try shelf.report(.thing(.autoRenewable, as: .init(user: names.1, time: 2, isRefunded: isRefunded)))
                    let ended = renewal(of: "L", product: "thing", renews: false, signed: 3)
                    #expect(try shelf.report(renewals: [ended]).holder?.user == user(names.1))
                }
            }
        }
    }

    extension LineDecision {
        /// What a holder's updates are.
        fileprivate func kinds(of holder: Holder?) -> [StoreUpdate.Kind] {
            updates.filter { $0.holder == holder }.compactMap { update in
                guard case .update(let update, _)? = try? LedgerRecord(bytes: update.record) else { return nil }
                return update.kind
            }
        }
    }
#endif
