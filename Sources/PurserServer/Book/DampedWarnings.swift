#if Server
    /// Which warnings are logged: the same one once within an interval, with how many were left out.
    package struct DampedWarnings: Sendable {
        /// What makes two warnings the same.
        package struct Subject: Sendable, Hashable {
            /// What happened, without what differs from one time to the next.
            let message: String
            /// The code of the failure; `nil` where there is none.
            let code: BookFailure.Code?
            /// The consumer; `nil` where there is none.
            let consumer: String?

            /// A warning.
            package init(message: String, code: BookFailure.Code?, consumer: String? = nil) {
                (self.message, self.code, self.consumer) = (message, code, consumer)
            }
        }

        private struct Entry: Sendable {
            var time: Duration
            var leftOut = 0
        }

        private let interval: Duration
        private var entries: [Subject: Entry] = [:]

        /// No warnings so far.
        package init(interval: Duration) { self.interval = interval }

        /// Notes a warning at a moment of the monotonic clock: how many of the same were left out before it, where it is to be
        /// logged; `nil` where it is left out.
        package mutating func note(_ subject: Subject, at now: Duration) -> Int? {
            if let known = entries[subject], now - known.time < interval {
                entries[subject]?.leftOut += 1
                return nil
            }
            return entries.updateValue(Entry(time: now), forKey: subject)?.leftOut ?? 0
        }

        private func isOver(_ entry: Entry, at now: Duration?) -> Bool {
            now.map { $0 - entry.time >= interval } ?? true
        }

        /// Takes those that were left out and are to be counted now: their interval is over, or, without a moment, all.
        mutating func takeLeftOut(at now: Duration?) -> [(subject: Subject, count: Int)] {
            let over = entries.filter { isOver($0.value, at: now) }
            for subject in over.keys { entries[subject] = nil }
            return over.filter { $0.value.leftOut > 0 }.map { ($0.key, $0.value.leftOut) }
        }
    }
#endif
