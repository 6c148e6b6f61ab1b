import Purser

/// The output of a command: lines for people or JSON lines for programs, and errors.
struct Output: Sendable {
    var style = Style.plain
    var isJSON = false
    /// The columns of the terminal on standard output and on standard error; `nil` without a terminal, where lines are
    /// not broken.
    var width: (out: Int?, error: Int?) = (nil, nil)
    let out: @Sendable (String) -> Void
    let error: @Sendable (String) -> Void
    /// Whether standard output is no longer read.
    var closed: @Sendable () -> Bool = { false }

    var isClosed: Bool { closed() }

    /// The width of texts that have no width of their own.
    var textWidth: Int { min(Terminal.usualWidth, max(Paragraphs.leastWidth, width.out ?? Terminal.usualWidth)) }

    /// Writes text and a line end to standard output; on a terminal lines are broken between words.
    func line(_ text: String = "") { out(Paragraphs.folded(text, width: width.out) + "\n") }

    /// Writes text unchanged to standard output.
    func text(_ text: String) { out(text) }

    func json(_ value: JSONText) { out(value.text + "\n") }

    /// Writes the line for people, or the object for programs.
    func write(_ text: @autoclosure () -> String, _ value: @autoclosure () -> JSONText) {
        if isJSON { json(value()) } else { line(text()) }
    }

    func remark(_ text: String) { if !isJSON { line(text) } }

    /// Writes exactly one line to standard error, for any text; on a terminal it is broken between words.
    ///
    /// A text of more than 4 KiB is shortened.
    func complain(_ text: String) {
        let line = Line.single(Wording.short(text, limit: 4_096))
        error(Paragraphs.folded(line, width: width.error) + "\n")
    }
}

/// Text from other sources, made safe for a terminal.
enum Line {
    /// One line without control characters, including those that change the writing direction, after which the
    /// displayed text differs from the actual one.
    static func single(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : isControl($0) ? "?" : $0 })
    }

    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control || $0.properties.isBidiControl }
    }
}
