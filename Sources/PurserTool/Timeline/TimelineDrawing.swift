import Purser

/// A timeline as a strip of characters, one for each span of time, with dates above it.
struct TimelineDrawing {
    private let timeline: Timeline
    private let width: Int

    init(_ timeline: Timeline, width: Int) {
        self.timeline = timeline
        self.width = max(Paragraphs.leastWidth, width)
    }

    var lines: [String] { [dates, strip, legend].flatMap { $0 } }

    private func moment(_ column: Int) -> Timestamp {
        let (start, end) = (timeline.start.milliseconds, timeline.end.milliseconds)
        let (whole, rest) = (end - start).quotientAndRemainder(dividingBy: Int64(width))
        return Timestamp(milliseconds: start + whole * Int64(column) + rest * Int64(column) / Int64(width))
    }

    private var dates: [String] {
        let step = width / max(2, width / 20)
        let labels = stride(from: 0, through: width - 10, by: step).map { column in
            Table.padded(Words.day(moment(column)), step)
        }
        return [Table.trimmed(labels.joined())]
    }

    private var strip: [String] {
        let periods = timeline.stretches.count(where: \.isPeriod)
        // If periods are shorter, the marks of their starts would hide everything else.
        let marksPeriods = periods * 3 <= width
        var text = ""
        var rest = timeline.stretches[...]
        for column in 0..<width {
            let (start, end) = (moment(column), moment(column + 1))
            while let first = rest.first, first.end <= start { rest.removeFirst() }
            let here = rest.prefix { $0.start < end }
            let access = here.map(\.access).max { $0.rawValue < $1.rawValue } ?? .none
            let begins = here.contains { $0.isPeriod && $0.start >= start }
            text.append(marksPeriods && begins && access.rawValue < 3 ? "|" : Self.sign(access).character)
        }
        return [text]
    }

    private var legend: [String] {
        let shown = Timeline.Stretch.Access.allCases.filter { access in
            timeline.stretches.contains { $0.access == access }
        }
        let words = shown.map(Self.sign).map { "\($0.character) \($0.word)" }
        return [words.joined(separator: "   ")]
    }

    /// How each access is drawn, and what the legend says of it.
    private static func sign(_ access: Timeline.Stretch.Access) -> (character: Character, word: String) {
        switch access {
        case .paid: ("=", "paid")
        case .offered: ("-", "offer")
        case .none: (".", "not subscribed")
        case .grace: ("~", "not paid, kept")
        case .retry: ("!", "not paid, lost")
        }
    }
}
