#if Server
    package import Purser

    /// Joins what callers report at the same time into few calls of the database.
    ///
    /// It has no task of its own: a caller whose delivery waits makes the next call, for itself and for others, as long as
    /// there are connections. What it owns: the state and the callers that wait.
    package final class ReceiveQueue: Sendable {
        private enum Turn: Sendable {
            case ended(ReceiveState.Ending)
            case leads
        }

        private struct State: Sendable {
            var deciding: ReceiveState
            var callers: [ReceiveState.Ticket: UnsafeContinuation<Turn, Never>] = [:]
            /// What ended before its caller waited.
            var endings: [ReceiveState.Ticket: ReceiveState.Ending] = [:]
            var leaders = 0
        }

        private let state: Lock<State>
        private let pool: ConnectionPool
        private let realm: Int64
        private let policy: AccountMovePolicy
        private let secret: KeyedHash
        private let clock: any StoreClock
        private let leaderLimit: Int
        private let limit: Duration

        /// A queue in front of a pool; what has waited for `limit` fails.
        package init(
            _ pool: ConnectionPool, realm: Int64, policy: AccountMovePolicy, secret: KeyedHash,
            clock: any StoreClock, limit: Duration
        ) {
            state = Lock(State(deciding: ReceiveState(policy: policy, secret: secret)))
            (self.pool, self.realm, self.clock, leaderLimit) = (pool, realm, clock, pool.size)
            (self.policy, self.secret, self.limit) = (policy, secret, limit)
        }

        /// How often a decision was made by what was no longer so.
        package var lostCount: UInt64 { state.withLock { $0.deciding.lostCount } }

        /// How many deliveries wait for a call.
        package var waitingCount: Int { state.withLock { $0.deciding.waitingCount } }

        /// Records a delivery; returns once it is on record.
        package func record(_ delivery: LineDelivery, readsFirst: Bool = false) async throws(BookFailure)
            -> (holder: Holder?, updates: [BookAnswer.Update], isKnown: Bool, rejection: BookRejection?)
        {
            let first = ReceiveState.firstDecision(
                delivery, readsFirst: readsFirst, policy: policy, secret: secret, now: clock.timestamp())
            let deadline = ContinuousClock.now + limit
            let (ticket, leads) = state.withLock { state in
                let ticket = state.deciding.add(delivery, first, until: deadline)
                guard state.leaders < leaderLimit else { return (ticket, false) }
                state.leaders += 1
                return (ticket, true)
            }
            switch await ending(of: ticket, leads: leads) {
            case .recorded(let holder, let updates, let isKnown, let rejection):
                return (holder, updates, isKnown, rejection)
            case .failed(let failure): throw failure
            }
        }

        private func ending(of ticket: ReceiveState.Ticket, leads: Bool) async -> ReceiveState.Ending {
            var leads = leads
            while true {
                if leads {
                    while !hasEnded(ticket), await makeCall() {}
                    passLead()
                }
                switch await turn(of: ticket) {
                case .ended(let ending): return ending
                case .leads: leads = true
                }
            }
        }

        // MARK: Turns

        private func hasEnded(_ ticket: ReceiveState.Ticket) -> Bool {
            state.withLock { $0.endings[ticket] != nil }
        }

        /// Waits until a delivery has ended, or its caller is to make the next call.
        private func turn(of ticket: ReceiveState.Ticket) async -> Turn {
            await withUnsafeContinuation { continuation in
                let turn = state.withLock { state -> Turn? in
                    if let ending = state.endings.removeValue(forKey: ticket) { return .ended(ending) }
                    if state.leaders < leaderLimit, state.deciding.canTake {
                        state.leaders += 1
                        return .leads
                    }
                    state.callers[ticket] = continuation
                    return nil
                }
                if let turn { continuation.resume(returning: turn) }
            }
        }

        /// Lets another caller make calls, if there is something to do.
        private func passLead() {
            let next = state.withLock { state -> UnsafeContinuation<Turn, Never>? in
                if state.deciding.canTake, let next = state.callers.popFirst() { return next.value }
                state.leaders -= 1
                return nil
            }
            next?.resume(returning: .leads)
        }

        // MARK: Calls

        /// Makes the next call; whether there was one to make.
        private func makeCall() async -> Bool {
            wake { $0.expire(at: .now) }
            let taken = state.withLock { $0.deciding.take() }
            guard !taken.isEmpty else { return false }
            do throws(BookFailure) {
                end(try await outcomes(of: taken))
            } catch {
                let mayBeOne = error.isOutcomeKnown && [.rejected, .unstorable, .busy].contains(error.code)
                guard mayBeOne, taken.count > 1 else {
                    fail(taken.map(\.ticket), error)
                    return true
                }
                // One of them is to blame: the others are recorded all the same.
                for one in taken {
                    do throws(BookFailure) { end(try await outcomes(of: [one])) } catch { fail([one.ticket], error) }
                }
            }
            return true
        }

        private func outcomes(of taken: [(ticket: ReceiveState.Ticket, decision: LineDecision)])
            async throws(BookFailure) -> [(ticket: ReceiveState.Ticket, outcome: ReceiveCall.Outcome)]
        {
            // Where a lock of one of them is kept elsewhere, the others do not wait for it twice.
            let statement = ReceiveCall.statement(taken.map(\.decision), realm: realm)
            let result = try await pool.repeating(statement, alsoIfBusy: taken.count == 1)
            return Array(zip(taken.map(\.ticket), try ReceiveCall.outcomes(of: result, count: taken.count)))
                .map { (ticket: $0.0, outcome: $0.1) }
        }

        private func end(_ outcomes: [(ticket: ReceiveState.Ticket, outcome: ReceiveCall.Outcome)]) {
            let now = clock.timestamp()
            wake { $0.ended(outcomes, now: now) }
        }

        private func fail(_ tickets: [ReceiveState.Ticket], _ failure: BookFailure) {
            wake { $0.failed(tickets, failure) }
        }

        private func wake(
            _ body: (inout ReceiveState) -> [(ticket: ReceiveState.Ticket, ending: ReceiveState.Ending)]
        ) {
            let woken = state.withLock { state in
                var woken: [(caller: UnsafeContinuation<Turn, Never>, ending: ReceiveState.Ending)] = []
                for (ticket, ending) in body(&state.deciding) {
                    if let caller = state.callers.removeValue(forKey: ticket) {
                        woken.append((caller, ending))
                    } else {
                        state.endings[ticket] = ending
                    }
                }
                return woken
            }
            for (caller, ending) in woken { caller.resume(returning: .ended(ending)) }
        }
    }
#endif
