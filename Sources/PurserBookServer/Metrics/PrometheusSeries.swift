#if Server
    import Metrics
    import Purser

    /// One time series: a count, the latest value, or a distribution.
    final class PrometheusSeries: CounterHandler, RecorderHandler, TimerHandler {
        /// What it is, by the words of Prometheus.
        enum Kind: String, Sendable {
            case counter
            case gauge
            case histogram
        }

        private struct Values: Sendable {
            var number = 0.0
            var count = 0
            /// How many values were at most a limit, and larger than the limit before.
            var buckets = [Int](repeating: 0, count: PrometheusSeries.limits.count)
        }

        /// The limits of a distribution, in seconds.
        static let limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

        /// What it is.
        let kind: Kind
        private let values = Lock(Values())

        init(_ kind: Kind) { self.kind = kind }

        func increment(by amount: Int64) { values.withLock { $0.number += Double(amount) } }
        func reset() { values.withLock { $0 = Values() } }
        func record(_ value: Int64) { record(Double(value)) }
        func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

        func record(_ value: Double) {
            guard value.isFinite else { return }
            values.withLock { values in
                guard kind == .histogram else {
                    values.number = value
                    return
                }
                values.number += value
                values.count += 1
                if let index = Self.limits.firstIndex(where: { value <= $0 }) { values.buckets[index] += 1 }
            }
        }

        /// Its lines, by the labels in Prometheus' text form without braces.
        func lines(_ name: String, _ labels: String) -> [String] {
            let values = values.withLock { $0 }
            func line(_ name: String, _ labels: String, _ value: String) -> String {
                labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)"
            }
            guard kind == .histogram else { return [line(name, labels, Self.text(values.number))] }
            let before = labels.isEmpty ? "" : labels + ","
            var (lines, sum): ([String], Int) = ([], 0)
            for (limit, count) in zip(Self.limits, values.buckets) {
                sum += count
                lines.append(line(name + "_bucket", before + "le=\"\(Self.text(limit))\"", "\(sum)"))
            }
            return lines + [
                line(name + "_bucket", before + "le=\"+Inf\"", "\(values.count)"),
                line(name + "_sum", labels, Self.text(values.number)), line(name + "_count", labels, "\(values.count)"),
            ]
        }

        /// A whole number without a fraction.
        private static func text(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
    }
#endif
