#if Server
    import Foundation
    import Purser
    import TestDatabase
    import Testing

    @testable import PurserServer

    @Suite("Deliveries that wait for a call")
    struct ReceiveStateTests {
        private static func delivery(_ id: String, signed: Int64 = 1, formerly: String? = nil) -> LineDelivery {
            LineDelivery(transactions: [
                .period(id, of: id, formerly: formerly, until: 100, signed: signed, of: user(1))
            ])
        }

        private func add(_ delivery: LineDelivery, to state: inout ReceiveState, readsFirst: Bool = false)
            -> ReceiveState.Ticket
        {
            state.add(
                delivery,
                ReceiveState.firstDecision(
                    delivery, readsFirst: readsFirst, policy: .move, secret: .zero, now: at(1_000)))
        }

        private func make() -> ReceiveState { ReceiveState(policy: .move, secret: .zero) }

        @Test("K1: a call has no line twice, and none of a call that runs; a later delivery does not overtake")
        func disjoint() {
            var state = make()
            let first = add(Self.delivery("A"), to: &state)
            let second = add(Self.delivery("A", signed: 2), to: &state)
            let third = add(Self.delivery("B"), to: &state)
            #expect(state.take().map(\.ticket) == [first, third])
            #expect(!state.canTake && state.take().isEmpty)
            _ = state.ended([(first, .written(numbers: [:]))], now: at(1_000))
            #expect(state.take().map(\.ticket) == [second])
            // A delivery of both lines waits for both, and what comes after it waits for it.
            let both = add(Self.delivery("B", formerly: "A"), to: &state)
            let last = add(Self.delivery("B", signed: 3), to: &state)
            _ = state.ended([(third, .written(numbers: [:]))], now: at(1_000))
            #expect(!state.canTake)
            _ = state.ended([(second, .written(numbers: [:]))], now: at(1_000))
            #expect(state.take().map(\.ticket) == [both])
            _ = state.failed([both], .closed)
            #expect(state.take().map(\.ticket) == [last])
        }

        @Test("A call has at most 64 deliveries")
        func limit() {
            var state = make()
            for number in 0..<100 { _ = add(Self.delivery("\(number)"), to: &state) }
            #expect(state.take().count == 64)
            #expect(state.take().count == 36)
        }

        @Test("D1: what lost is known where nothing is new, and decided again where something is")
        func lost() throws {
            var shelf = LineShelf()
            try shelf.report(Self.delivery("A"))
            var state = make()
            let same = add(Self.delivery("A"), to: &state)
            _ = state.take()
            let known = state.ended([(same, .lost(shelf.content))], now: at(1_000))
            guard case .recorded(_, let updates, true, nil)? = known.first?.ending else {
                Issue.record("\(known)")
                return
            }
            #expect(updates.isEmpty)
            let changed = LineDelivery(
                transactions: [
                    StoreTransaction.period("A", of: "A", until: 100, signed: 1, of: user(1)).revoked(at: 9)
                ])
            let ticket = add(changed, to: &state)
            _ = state.take()
            #expect(state.ended([(ticket, .lost(shelf.content))], now: at(1_000)).isEmpty)
            let again = state.take()
            #expect(again.map(\.ticket) == [ticket])
            #expect(again.first?.decision.lines.first?.known.revision == 1)
            #expect(again.first?.decision.updates.count == 1)
        }

        @Test("U5: the updates of a purchase that moves are each user's own, in their order")
        func moved() throws {
            var shelf = LineShelf()
            let bought = StoreTransaction.period("A", of: "A", until: 100, signed: 1, of: user(2))
            try shelf.report(bought)
            var state = make()
            let ticket = add(LineDelivery(transactions: [bought.named(user(1), signed: 10)]), to: &state)
            _ = state.take()
            _ = state.ended([(ticket, .lost(shelf.content))], now: at(1_000))
            _ = state.take()
            let numbers = [Holder(user: user(1)): Set<UInt64>([3]), Holder(user: user(2)): [7]]
            let ended = state.ended([(ticket, .written(numbers: numbers))], now: at(1_000))
            guard case .recorded(let holder, let updates, false, nil)? = ended.first?.ending else {
                Issue.record("\(ended)")
                return
            }
            #expect(holder?.user == user(1))
            #expect(updates == [.init(user: user(2), number: 7), .init(user: user(1), number: 3)])
        }

        @Test("C1: a line that always changes ends in a failure")
        func contended() throws {
            var shelf = LineShelf()
            try shelf.report(Self.delivery("A"))
            var state = make()
            let ticket = add(
                LineDelivery(
                    transactions: [
                        StoreTransaction.period("A", of: "A", until: 100, signed: 1, of: user(1)).revoked(at: 9)
                    ]), to: &state)
            for _ in 0..<ReceiveState.attemptLimit {
                _ = state.take()
                guard
                    case .failed(let failure)? = state.ended([(ticket, .lost(shelf.content))], now: at(1_000)).first?
                        .ending
                else { continue }
                #expect(failure.code == .contended && failure.isOutcomeKnown)
                return
            }
            Issue.record("it never ended")
        }

        @Test("C1: what has waited for too long fails, and what waits behind it goes on")
        func expiring() {
            var state = make()
            let now = ContinuousClock.now
            let first = Self.delivery("A")
            let decision = ReceiveState.firstDecision(
                first, readsFirst: false, policy: .move, secret: .zero, now: at(1_000))
            let old = state.add(first, decision, until: now)
            let next = state.add(first, decision, until: now + .seconds(9))
            #expect(state.expire(at: now).isEmpty)
            let ended = state.expire(at: now + .seconds(1))
            guard ended.map(\.ticket) == [old], case .failed(let failure)? = ended.first?.ending else {
                Issue.record("\(ended)")
                return
            }
            #expect(failure.code == .timedOut && failure.isOutcomeKnown)
            #expect(state.take().map(\.ticket) == [next])
        }

        @Test("A row that cannot be read fails its delivery, and names no user")
        func damaged() {
            var content = LineContent()
            content.lines["A"] = LineContent.Line("A", revision: 3)
            content.entries = [LineContent.Entry(Holder(user: user(1)), "A", "t:A", [0xFF])]
            var state = make()
            let ticket = add(Self.delivery("A"), to: &state)
            _ = state.take()
            guard case .failed(let failure)? = state.ended([(ticket, .lost(content))], now: at(1_000)).first?.ending
            else {
                Issue.record("it did not fail")
                return
            }
            #expect(failure.code == .damaged)
            #expect(!failure.message.contains(user(1).uuidString.lowercased()))
        }
    }
#endif
