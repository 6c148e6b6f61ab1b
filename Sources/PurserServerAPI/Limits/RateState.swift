#if Verification
    /// Decides when each call may start: at most so many begin within any period of a line's limit.
    ///
    /// A line is one call in one environment. Times are readings of the clock, which never go back.
    package struct RateState: Sendable {
        /// A line.
        package struct Line: Sendable, Hashable {
            var call: ServerAPICall
            var isSandbox: Bool

            /// A line.
            package init(call: ServerAPICall, isSandbox: Bool) {
                self.call = call
                self.isSandbox = isSandbox
            }
        }

        /// When a call may start.
        package enum Turn: Sendable, Hashable {
            /// At this time, unless the line has been blocked meanwhile: see `isValid`.
            case start(Duration, block: UInt64)
            /// Not before this time, which is later than the caller waits; nothing was reserved.
            case tooLate(Duration)
        }

        private struct Calls: Sendable {
            /// When those start that have not started a period ago, and those that wait; ascending.
            var starts: [Duration] = []
            var blockedUntil: Duration?
            /// How often it was blocked.
            var blocks: UInt64 = 0
        }

        private var lines: [Line: Calls] = [:]

        /// No call has started.
        package init() {}

        /// A call wants to start.
        ///
        /// - Parameters:
        ///   - limit: the line's; `nil` for none.
        ///   - latest: how long the caller waits.
        package mutating func turn(in line: Line, _ limit: RateLimits.Limit?, now: Duration, latest: Duration) -> Turn {
            var calls = lines[line] ?? Calls()
            var start = max(now, calls.blockedUntil ?? now)
            if let limit, calls.starts.count >= limit.count {
                start = max(start, calls.starts[calls.starts.count - limit.count] + limit.period)
            }
            guard start <= latest else { return .tooLate(start) }
            if let limit {
                calls.starts.append(start)
                // What has started stays, also behind many that wait: these may yet be sent away.
                calls.starts.removeFirst(calls.starts.prefix { $0 + limit.period <= now }.count)
                lines[line] = calls
            }
            return .start(start, block: calls.blocks)
        }

        /// Whether a turn still counts when its time has come; otherwise the call asks for another.
        func isValid(in line: Line, block: UInt64) -> Bool { (lines[line]?.blocks ?? 0) == block }

        /// Apple serves no call of a line before a moment: all that wait ask for another turn.
        mutating func blocked(_ line: Line, until: Duration, now: Duration) {
            var calls = lines[line] ?? Calls()
            calls.blockedUntil = max(until, calls.blockedUntil ?? until)
            calls.blocks += 1
            // Those that have not started yet start later.
            calls.starts.removeAll { $0 > now }
            lines[line] = calls
        }
    }
#endif
