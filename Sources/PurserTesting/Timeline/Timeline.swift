public import Purser

/// Events in time, written as a line of text, so that an ordering test reads as two lines.
///
/// Each character is one tick: `-` says that nothing happens, any other character is an event, and brackets hold
/// several events of the same tick in order. Spaces are ignored, so lines can be aligned.
///
/// ```
/// "a-b---[cd]"   events of the backend
/// "--a-b-[cd]"   values of the stream
/// ```
///
/// Quiet ticks at the end carry no meaning: `"a--"` equals `"a"`.
public struct Timeline: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The events of each tick, in order; the last tick has some.
    public private(set) var ticks: [[Character]] = []

    /// A timeline without events.
    public init() {}

    /// Reads a line; a bracket that is not closed ends with the line.
    public init(_ text: String) {
        var group: [Character]?
        var tick = 0
        for character in text where !character.isWhitespace {
            switch character {
            case "[": group = group ?? []
            case "]":
                guard let events = group.take() else { continue }
                for event in events { add(event, tick: tick) }
                tick += 1
            case _ where group != nil: group?.append(character)
            default:
                if character != "-" { add(character, tick: tick) }
                tick += 1
            }
        }
        for event in group ?? [] { add(event, tick: tick) }
    }

    /// Reads a line from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The line as text.
    public var description: String {
        ticks.map { events in
            switch events.count {
            case 0: "-"
            case 1: String(events)
            default: "[" + String(events) + "]"
            }
        }.joined()
    }

    /// Adds an event at a tick, after those that are there already; ticks below 0 are taken as 0.
    public mutating func add(_ event: Character, tick: Int) {
        let tick = max(tick, 0)
        while ticks.count <= tick { ticks.append([]) }
        ticks[tick].append(event)
    }

    /// Calls `body` for each event when its tick comes, counted from now.
    ///
    /// - Throws: What the body throws, and `CancellationError` when the task is cancelled while it waits.
    public func play(
        on clock: some StoreClock,
        tick: Duration = .seconds(1),
        isolation: isolated (any Actor)? = #isolation,
        _ body: (Character) async throws -> Void
    ) async throws {
        let start = clock.now()
        for (number, events) in ticks.enumerated() where !events.isEmpty {
            if number > 0 { try await clock.sleep(until: start + tick * number) }
            for event in events { try await body(event) }
        }
    }
}
