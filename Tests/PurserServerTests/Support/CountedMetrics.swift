#if Server
    import Metrics
    import Purser

    /// Keeps the names and labels of all metrics.
    final class CountedMetrics: MetricsFactory {
        private final class Ignoring: CounterHandler, RecorderHandler, TimerHandler {
            let subject: [String]
            init(_ subject: [String]) { self.subject = subject }
            func increment(by amount: Int64) {}
            func reset() {}
            func record(_ value: Int64) {}
            func record(_ value: Double) {}
            func recordNanoseconds(_ duration: Int64) {}
        }

        private let all = Lock<(names: Set<String>, labels: Set<String>)>(([], []))
        private let gone = Lock<[[String]]>([])

        /// The names of recorders that were destroyed, each with its labels' values.
        var destroyed: [[String]] { gone.withLock { $0 } }

        var names: Set<String> { all.withLock(\.names) }
        var labels: Set<String> { all.withLock(\.labels) }

        private func note(_ name: String, _ labels: [(String, String)]) -> Ignoring {
            all.withLock { all in
                all.names.insert(name)
                all.labels.formUnion(labels.map(\.1))
            }
            return Ignoring([name] + labels.map(\.1))
        }

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            note(label, dimensions)
        }
        func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
            note(label, dimensions)
        }
        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { note(label, dimensions) }
        func destroyCounter(_ handler: any CounterHandler) {}
        func destroyRecorder(_ handler: any RecorderHandler) {
            if let handler = handler as? Ignoring { gone.withLock { $0.append(handler.subject) } }
        }
        func destroyTimer(_ handler: any TimerHandler) {}
    }
#endif
