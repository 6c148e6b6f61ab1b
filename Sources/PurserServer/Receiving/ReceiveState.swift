#if Server
    package import Purser

    /// Deliveries that wait to be recorded: decides which go into the next call, and what became of them.
    ///
    /// Each delivery is decided by itself. Those of a call have no line in common, so that none changes what another rests on.
    package struct ReceiveState: Sendable {
        /// Stands for a delivery.
        package typealias Ticket = UInt64

        private struct Waiting: Sendable {
            let ticket: Ticket
            let delivery: LineDelivery
            let lines: Set<String>
            var decision: LineDecision
            /// When it fails unless a call has taken it; `nil`: never.
            let deadline: ContinuousClock.Instant?
            var attempts = 0

            func isExpired(at now: ContinuousClock.Instant) -> Bool { deadline.map { $0 < now } ?? false }

            /// The lines that it names, and those that they are joined to.
            var allLines: Set<String> { lines.union(decision.lines.map(\.known.id)) }
        }

        /// What became of a delivery.
        package enum Ending: Sendable {
            /// It is on record, or was: who has it, its updates in order, and why some of it was rejected.
            case recorded(Holder?, updates: [BookAnswer.Update], isKnown: Bool, BookRejection?)
            /// It could not be recorded.
            case failed(BookFailure)
        }

        /// How many deliveries a call takes at most.
        package static let batchLimit = 64
        /// How often a line may change under a decision.
        package static let attemptLimit = 100

        private let policy: AccountMovePolicy
        private let secret: KeyedHash
        private var waiting: [Waiting] = []
        private var running: [Ticket: Waiting] = [:]
        private var busyLines: Set<String> = []
        private var nextTicket: Ticket = 0
        /// How often a decision was made by what was no longer so.
        package private(set) var lostCount: UInt64 = 0

        /// Nothing waits.
        package init(policy: AccountMovePolicy, secret: KeyedHash) { (self.policy, self.secret) = (policy, secret) }

        /// How many deliveries wait for a call.
        package var waitingCount: Int { waiting.count }

        /// Whether a call could be made now: what waits may share lines with a call that runs.
        package var canTake: Bool {
            var claimed = busyLines
            for one in waiting {
                if claimed.isDisjoint(with: one.allLines) { return true }
                claimed.formUnion(one.allLines)
            }
            return false
        }

        /// What a delivery's first call writes: it takes the line for new, unless the line has to be read first.
        package static func firstDecision(
            _ delivery: LineDelivery, readsFirst: Bool, policy: AccountMovePolicy, secret: KeyedHash, now: Timestamp
        ) -> LineDecision {
            if !readsFirst,
                let decision = try? LineState.decide(
                    delivery, LineContent(), policy: policy, secret: secret, now: now)
            {
                return decision
            }
            // No line has this revision: nothing is written, and the rows come back.
            var decision = LineDecision()
            decision.lines = delivery.lines.map { LineDecision.Line(known: .init($0, revision: -1)) }
            return decision
        }

        /// A delivery waits from now on, with what its first call writes.
        package mutating func add(
            _ delivery: LineDelivery, _ first: LineDecision, until deadline: ContinuousClock.Instant? = nil
        ) -> Ticket {
            nextTicket += 1
            waiting.append(
                Waiting(
                    ticket: nextTicket, delivery: delivery, lines: Set(delivery.lines), decision: first,
                    deadline: deadline))
            return nextTicket
        }

        /// Fails the deliveries that have waited for too long, so that a database that answers slowly delays no caller without
        /// end.
        package mutating func expire(at now: ContinuousClock.Instant) -> [(ticket: Ticket, ending: Ending)] {
            let expired = waiting.filter { $0.isExpired(at: now) }
            guard !expired.isEmpty else { return [] }
            waiting.removeAll { $0.isExpired(at: now) }
            return expired.map { ($0.ticket, .failed(.overloaded)) }
        }

        private func decide(_ delivery: LineDelivery, _ content: LineContent, _ now: Timestamp) throws(FormatFault)
            -> LineDecision
        {
            try LineState.decide(delivery, content, policy: policy, secret: secret, now: now)
        }

        /// Takes the deliveries of the next call: the oldest ones that share no line, also not with a call that runs.
        package mutating func take(limit: Int = batchLimit) -> [(ticket: Ticket, decision: LineDecision)] {
            var taken: [(ticket: Ticket, decision: LineDecision)] = []
            var kept: [Waiting] = []
            // A later delivery of a line does not overtake an earlier one.
            var claimed = busyLines
            for one in waiting {
                let lines = one.allLines
                if taken.count < limit, claimed.isDisjoint(with: lines) {
                    taken.append((one.ticket, one.decision))
                    running[one.ticket] = one
                    busyLines.formUnion(lines)
                } else {
                    kept.append(one)
                }
                claimed.formUnion(lines)
            }
            waiting = kept
            return taken
        }

        /// A call has ended.
        ///
        /// What lost is decided again by what the lines have now.
        package mutating func ended(
            _ outcomes: [(ticket: Ticket, outcome: ReceiveCall.Outcome)], now: Timestamp
        ) -> [(ticket: Ticket, ending: Ending)] {
            var endings: [(ticket: Ticket, ending: Ending)] = []
            var again: [Waiting] = []
            for (ticket, outcome) in outcomes {
                guard var one = release(ticket) else { continue }
                switch outcome {
                case .written(let numbers):
                    let updates = one.decision.updates(numbered: numbers)
                    let (holder, rejection) = (one.decision.holder, one.decision.rejection)
                    endings.append((ticket, .recorded(holder, updates: updates, isKnown: false, rejection)))
                case .lost(let content):
                    if one.attempts > 0 { lostCount += 1 }
                    one.attempts += 1
                    if let ending = retry(&one, content, now) {
                        endings.append((ticket, ending))
                    } else {
                        again.append(one)
                    }
                }
            }
            waiting = again + waiting
            return endings
        }

        private func retry(_ one: inout Waiting, _ content: LineContent, _ now: Timestamp) -> Ending? {
            guard one.attempts < Self.attemptLimit else {
                return .failed(
                    BookFailure(.contended, "Other processes keep changing the same purchase. Report it again."))
            }
            do throws(FormatFault) {
                one.decision = try decide(one.delivery, content, now)
            } catch { return .failed(.damaged("A row of a purchase", error.reason)) }
            if one.delivery.binding != nil, content.lines.isEmpty {
                return .recorded(nil, updates: [], isKnown: true, nil)
            }
            guard one.decision.isEmpty else { return nil }
            return .recorded(one.decision.holder, updates: [], isKnown: true, one.decision.rejection)
        }

        /// A call has failed, and its deliveries with it.
        package mutating func failed(_ tickets: [Ticket], _ failure: BookFailure) -> [(ticket: Ticket, ending: Ending)]
        {
            tickets.compactMap { ticket in release(ticket).map { ($0.ticket, .failed(failure)) } }
        }

        private mutating func release(_ ticket: Ticket) -> Waiting? {
            guard let one = running.removeValue(forKey: ticket) else { return nil }
            busyLines.subtract(one.allLines)
            return one
        }
    }

    extension LineDecision {
        /// Its updates in order; those of each holder have rising numbers.
        fileprivate func updates(numbered numbers: [Holder: Set<UInt64>]) -> [BookAnswer.Update] {
            var left = numbers.mapValues { $0.sorted()[...] }
            return updates.compactMap { update in
                left[update.holder]?.popFirst().map { BookAnswer.Update(user: update.holder.user, number: $0) }
            }
        }
    }
#endif
