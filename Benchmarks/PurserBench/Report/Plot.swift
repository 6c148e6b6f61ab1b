#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Lines over two logarithmic axes.
struct Plot: Sendable {
    struct Line: Sendable {
        var name: String
        var points: [(x: Double, y: Double)]
    }

    var title: String
    var xTitle: String
    var yTitle: String
    var lines: [Line]
    /// Marks on the x axis that are not powers of ten, with their text.
    var xMarks: [(value: Double, text: String)] = []
}

/// A plot and the file it goes into.
struct NamedPlot: Sendable {
    var name: String
    var plot: Plot
}

/// A logarithmic axis that begins, and mostly ends, at a whole decade.
struct LogAxis {
    let low: Double
    let high: Double
    /// Where on the page the axis begins and ends.
    let from: Double
    let to: Double

    init(_ values: [Double], from: Double, to: Double, endsAtDecade: Bool = true) {
        let positive = values.filter { $0 > 0 && $0.isFinite }
        low = Self.log10(positive.min() ?? 1).rounded(.down)
        let end = Self.log10(positive.max() ?? 10)
        high = max(low + 1, endsAtDecade ? end.rounded(.up) : end)
        (self.from, self.to) = (from, to)
    }

    /// The powers of ten on the axis.
    var marks: [Double] { stride(from: low, through: high, by: 1).map { Self.power($0) } }

    func place(_ value: Double) -> Double {
        from + (Self.log10(max(value, Self.power(low))) - low) / (high - low) * (to - from)
    }

    private static func log10(_ value: Double) -> Double { log(value) / log(10) }
    private static func power(_ exponent: Double) -> Double { pow(10, exponent) }
}
