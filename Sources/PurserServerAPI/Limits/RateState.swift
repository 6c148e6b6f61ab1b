#if Verification
    import Purser

    /// Decides when each call may start, so that each line stays within its limit in every period.
    ///
    /// A line is one call in one environment. Times are readings of the clock, which never go back.
    package struct RateState: Sendable {
        /// A line.
        package struct Line: Sendable, Hashable {
            var call: ServerAPICall
            var isSandbox: Bool

            /// The line of a call in an environment.
            package init(call: ServerAPICall, isSandbox: Bool) {
                self.call = call
                self.isSandbox = isSandbox
            }
        }

        /// When a call may start.
        package enum Turn: Sendable, Hashable {
            /// At this time, unless the line is blocked meanwhile; see `isValid`.
            case start(Duration, block: UInt64)
            /// Not before this time, which is too late for the caller; nothing was reserved.
            case tooLate(Duration)
        }

        fileprivate struct Calls: Sendable {
            /// The starts of the last period and of the calls that wait; ascending.
            var starts: [Duration] = []
            var blockedUntil: Duration?
            /// The number of times it was blocked.
            var blocks: UInt64 = 0
        }

        private var lines: [Line: Calls] = [:]

        /// Makes a state without calls.
        package init() {}

        /// Reserves a turn for a call.
        ///
        /// - Parameters:
        ///   - limit: the line's limit; `nil` for none.
        ///   - latest: the time until which the caller waits; a call that need not wait may start later.
        package mutating func turn(in line: Line, _ limit: RateLimits.Limit?, now: Duration, latest: Duration) -> Turn {
            guard let limit else { return lines[line]?.turn(nil, now: now, latest: latest) ?? .start(now, block: 0) }
            return lines[line, default: Calls()].turn(limit, now: now, latest: latest)
        }

        /// Whether a turn is still valid when its time has come; otherwise the call needs another one.
        func isValid(in line: Line, block: UInt64) -> Bool { (lines[line]?.blocks ?? 0) == block }

        /// Frees the turn of a call that was cancelled while it waited.
        mutating func withdrawn(_ start: Duration, from line: Line, block: UInt64) {
            guard isValid(in: line, block: block), let index = lines[line]?.starts.lastIndex(of: start) else { return }
            lines[line]?.starts.remove(at: index)
        }

        /// Blocks a line until a moment: all waiting calls need another turn.
        mutating func blocked(_ line: Line, until: Duration, now: Duration) {
            lines[line, default: Calls()].blocked(until: until, now: now)
        }
    }

    extension RateState.Calls {
        fileprivate mutating func turn(
            _ limit: RateLimits.Limit?, now: Duration, latest: Duration
        ) -> RateState.Turn {
            var start = max(now, blockedUntil ?? now)
            if let limit, starts.count >= limit.count {
                start = max(start, starts[starts.count - limit.count] + limit.period)
            }
            guard start <= max(now, latest) else { return .tooLate(start) }
            if let limit {
                // There are later starts if an earlier call was withdrawn.
                starts.insert(start, at: (starts.lastIndex { $0 <= start } ?? -1) + 1)
                // Past starts count for one period, even those behind many waiting calls, because these may be
                // withdrawn.
                starts.removeFirst(starts.prefix { $0 + limit.period <= now }.count)
            }
            return .start(start, block: blocks)
        }

        fileprivate mutating func blocked(until: Duration, now: Duration) {
            blockedUntil = max(until, blockedUntil ?? until)
            blocks += 1
            // Calls that have not started yet start later.
            starts.removeAll { $0 > now }
        }
    }
#endif
