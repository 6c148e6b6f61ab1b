/// What a figure means: its name, its unit, and which way is better.
struct FigureKind: Sendable, Hashable, Codable {
    enum Nature: String, Sendable, Codable {
        /// Depends on the machine and its load.
        case timed
        /// Follows from the program; it changes when the program does.
        case counted
    }

    var name: String
    var unit: String
    var nature: Nature
    /// Whether more is better; `nil` where it is neither.
    var moreIsBetter: Bool?

    static let rate = FigureKind(name: "rate", unit: "/s", nature: .timed, moreIsBetter: true)
    static let floorRate = FigureKind(name: "floor rate", unit: "/s", nature: .timed, moreIsBetter: nil)
    static let ofFloor = FigureKind(name: "rate / floor", unit: "", nature: .timed, moreIsBetter: true)
    /// Beside ``BarePurchases``, or another program that promises nothing.
    static let ofBare = FigureKind(name: "rate / bare", unit: "", nature: .timed, moreIsBetter: true)
    static let cpu = FigureKind(name: "CPU", unit: "ns", nature: .timed, moreIsBetter: false)
    static let floorCPU = FigureKind(name: "floor CPU", unit: "ns", nature: .timed, moreIsBetter: nil)
    static let timesFloorCPU = FigureKind(name: "CPU / floor CPU", unit: "", nature: .timed, moreIsBetter: false)
    static let timesBareCPU = FigureKind(name: "CPU / bare CPU", unit: "", nature: .timed, moreIsBetter: false)
    static let beyondFloor = FigureKind(name: "CPU beyond the floor", unit: "ns", nature: .timed, moreIsBetter: false)
    static let time = FigureKind(name: "time", unit: "ns", nature: .timed, moreIsBetter: false)
    static let floorTime = FigureKind(name: "floor time", unit: "ns", nature: .timed, moreIsBetter: nil)
    static let timesFloor = FigureKind(name: "time / floor", unit: "", nature: .timed, moreIsBetter: false)
    static let bytes = FigureKind(name: "memory", unit: "B", nature: .timed, moreIsBetter: false)
    static let floorBytes = FigureKind(name: "floor memory", unit: "B", nature: .timed, moreIsBetter: nil)
    static let size = FigureKind(name: "file size", unit: "B", nature: .timed, moreIsBetter: false)
    static let sizeEach = FigureKind(name: "file size each", unit: "B", nature: .timed, moreIsBetter: false)
    static let sizeBefore = FigureKind(name: "file size before", unit: "B", nature: .timed, moreIsBetter: nil)
    static let peak = FigureKind(name: "peak memory", unit: "B", nature: .timed, moreIsBetter: false)

    static func counted(_ name: String) -> FigureKind {
        FigureKind(name: name, unit: "", nature: .counted, moreIsBetter: false)
    }
    /// A count that depends on how the threads happened to run: how many found a place in one batch.
    static func observed(_ name: String) -> FigureKind {
        FigureKind(name: name, unit: "", nature: .timed, moreIsBetter: false)
    }
    static func latency(_ name: String) -> FigureKind {
        FigureKind(name: name, unit: "ns", nature: .timed, moreIsBetter: false)
    }
}

/// A figure: what it is, and what each repetition gave.
struct Figure: Sendable, Codable {
    var kind: FigureKind
    var samples: [Double]

    init(_ kind: FigureKind, _ samples: [Double]) {
        self.kind = kind
        self.samples = samples
    }

    init(_ kind: FigureKind, _ value: Double) { self.init(kind, [value]) }

    var median: Double {
        let sorted = samples.sorted()
        guard let last = sorted.last else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : min(sorted[middle], last)
    }

    var lowest: Double { samples.min() ?? 0 }
    var highest: Double { samples.max() ?? 0 }
}
