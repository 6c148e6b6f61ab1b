#if Server
    import Purser

    /// How many requests are answered at a time, and how long each may take.
    package struct RequestLimits: Sendable {
        /// How many requests are answered at a time; more get status 503.
        package var count = 512
        /// How long a request may take, with its body.
        package var time = Duration.seconds(20)
        /// How many connections callers have; more wait.
        package var connections = 2_048

        /// All defaults.
        package init() {}
    }

    /// Counts the requests that are being answered.
    final class RequestCount: Sendable {
        private let count = Lock(0)
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        /// Does something, unless there is too much; `nil` then.
        func within<Value>(_ work: () async throws -> Value) async rethrows -> Value? {
            let isTaken = count.withLock { count in
                guard count < limit else { return false }
                count += 1
                return true
            }
            guard isTaken else { return nil }
            defer { count.withLock { $0 -= 1 } }
            return try await work()
        }
    }
#endif
