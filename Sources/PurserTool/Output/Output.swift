import Purser

/// Where a command writes: lines for people or JSON lines for programs, and complaints.
struct Output: Sendable {
    var style = Style.plain
    /// Whether the command was asked for JSON lines.
    var isJSON = false
    /// How many columns the terminal has behind standard output, and behind standard error; `nil` where none is: there every
    /// line stays one.
    var width: (out: Int?, error: Int?) = (nil, nil)
    private let out: @Sendable (String) -> Void
    private let error: @Sendable (String) -> Void
    private let closed: @Sendable () -> Bool

    init(
        style: Style = .plain, out: @escaping @Sendable (String) -> Void,
        error: @escaping @Sendable (String) -> Void, isClosed: @escaping @Sendable () -> Bool = { false }
    ) {
        self.style = style
        self.out = out
        self.error = error
        closed = isClosed
    }

    /// Whether nobody reads standard output any more.
    var isClosed: Bool { closed() }

    /// The same output, for people or for programs.
    func with(json: Bool) -> Output {
        var output = self
        output.isJSON = json
        return output
    }

    /// How wide texts are made that have no width of their own.
    var textWidth: Int { min(Terminal.usualWidth, max(Paragraphs.leastWidth, width.out ?? Terminal.usualWidth)) }

    /// Writes text and a line end to standard output; on a terminal lines are broken between words.
    func line(_ text: String = "") { out(Paragraphs.folded(text, width: width.out) + "\n") }

    /// Writes text as it is to standard output.
    func text(_ text: String) { out(text) }

    /// Writes one JSON object as a line.
    func json(_ value: JSONText) { out(value.text + "\n") }

    /// Writes the line for people, or the object for programs.
    func write(_ text: @autoclosure () -> String, _ value: @autoclosure () -> JSONText) {
        if isJSON { json(value()) } else { line(text()) }
    }

    /// Writes a remark that programs have no use for.
    func remark(_ text: String) {
        if !isJSON { line(text) }
    }

    /// Writes exactly one line to standard error, whatever the text was made of; a terminal's is broken between words.
    ///
    /// Of a text of more than 4 KiB the beginning is written.
    func complain(_ text: String) {
        let line = Line.single(Wording.short(text, limit: 4_096))
        error(Paragraphs.folded(line, width: width.error) + "\n")
    }
}

/// Text that came from elsewhere, made fit for a terminal.
enum Line {
    /// One line without control characters, those that turn the direction of writing included: behind one of them what is
    /// read is not what is written.
    static func single(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : isControl($0) ? "?" : $0 })
    }

    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control || $0.properties.isBidiControl }
    }
}
