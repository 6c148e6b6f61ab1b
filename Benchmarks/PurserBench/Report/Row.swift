/// One line of a report: one scenario under one set of conditions.
struct Row: Sendable, Codable {
    var scenario: String
    /// Which of the scenario's variants: the line of a plot.
    var series: String
    /// What was varied within the series, and its value: the place on the plot's axis.
    var variable: String
    var value: Double
    var figures: [Figure]
    /// The distribution of latencies: share of the calls, and the nanoseconds that they did not exceed.
    var latencies: [LatencyPoint] = []

    init(_ scenario: String, _ series: String, _ variable: String, _ value: Int, _ figures: [Figure]) {
        self.scenario = scenario
        self.series = series
        self.variable = variable
        self.value = Double(value)
        self.figures = figures
    }

    /// Names the line: what has the same key in two reports is compared.
    var key: String { "\(scenario) · \(series) · \(Text.number(value)) \(variable)" }

    subscript(_ kind: FigureKind) -> Figure? { figures.first { $0.kind.name == kind.name } }

    /// Adds the usual quantiles, and the curve for the plot.
    mutating func add(latencies histogram: LatencyHistogram) {
        latencies = histogram.curve().map { LatencyPoint(share: $0.share, nanoseconds: $0.nanoseconds) }
        let shares = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999)]
        figures += shares.map { Figure(.latency($0.0), histogram.quantile($0.1)) }
        figures.append(Figure(.latency("max"), Double(histogram.maximum)))
    }
}

/// A point of a latency distribution.
struct LatencyPoint: Sendable, Codable {
    var share: Double
    var nanoseconds: Double
}
