#if Server
    package import Metrics
    import Purser

    /// Keeps all metrics of the process, and writes them in Prometheus' text form (version 0.0.4).
    ///
    /// Counters keep their names, without a suffix. Recorders of single values are gauges; others, and timers, are histograms in
    /// seconds.
    package final class PrometheusMetrics: MetricsFactory {
        private struct Family: Sendable {
            let kind: PrometheusSeries.Kind
            var series: [String: PrometheusSeries] = [:]
        }

        private let families = Lock<[String: Family]>([:])

        /// No metrics so far.
        package init() {}

        /// The content type of ``text``.
        static let contentType = "text/plain; version=0.0.4; charset=utf-8"

        /// All metrics, by name, then by labels.
        var text: String {
            let all = families.withLock { $0 }
            var text = ""
            for (name, family) in all.sorted(by: { $0.key < $1.key }) {
                text += "# TYPE \(name) \(family.kind.rawValue)\n"
                for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                    text += series.lines(name, labels).joined(separator: "\n") + "\n"
                }
            }
            return text
        }

        /// A counter.
        package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            series(.counter, label, dimensions)
        }

        /// A gauge, or a histogram of what it records.
        package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler
        {
            series(aggregate ? .histogram : .gauge, label, dimensions)
        }

        /// A histogram in seconds.
        package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            series(.histogram, label, dimensions)
        }

        /// Keeps the counter: another one of the same name counts on.
        package func destroyCounter(_ handler: any CounterHandler) {}
        /// Removes a gauge, whose latest value is no longer so; keeps a histogram, which counts on.
        package func destroyRecorder(_ handler: any RecorderHandler) {
            guard let gone = handler as? PrometheusSeries, gone.kind == .gauge else { return }
            families.withLock { families in
                for name in families.keys where families[name]?.kind == .gauge {
                    guard let labels = families[name]?.series.first(where: { $0.value === gone })?.key else { continue }
                    families[name]?.series[labels] = nil
                    if families[name]?.series.isEmpty == true { families[name] = nil }
                }
            }
        }
        /// Keeps the timer.
        package func destroyTimer(_ handler: any TimerHandler) {}

        private func series(_ kind: PrometheusSeries.Kind, _ label: String, _ labels: [(String, String)])
            -> PrometheusSeries
        {
            let (name, key) = (Self.name(label), Self.text(labels))
            return families.withLock { families in
                var family = families[name] ?? Family(kind: kind)
                // The same name for another kind is a mistake of the caller: it counts apart, and is not shown.
                guard family.kind == kind else { return PrometheusSeries(kind) }
                let found = family.series[key] ?? PrometheusSeries(kind)
                family.series[key] = found
                families[name] = family
                return found
            }
        }

        /// A name of Prometheus: letters, digits and underscores, no digit first.
        private static func name(_ label: String) -> String {
            let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            return name.first?.isNumber ?? true ? "_" + name : name
        }

        private static func text(_ labels: [(String, String)]) -> String {
            labels.sorted { $0.0 < $1.0 }.map { label, value in
                let value = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
                    "\n", with: "\\n")
                return "\(name(label))=\"\(value)\""
            }.joined(separator: ",")
        }
    }
#endif
