/// The highlighting of text, if the terminal supports it.
struct Style: Sendable {
    var usesColor: Bool

    static let plain = Style(usesColor: false)

    /// The style for an output: color only on a terminal, and only if its user allows it.
    static func fitting(isTerminal: Bool, environment: [String: String]) -> Style {
        let objects = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return Style(usesColor: isTerminal && !objects && environment["TERM"] != "dumb")
    }

    func heading(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }
    func good(_ text: String) -> String { wrap(text, "32") }
    func bad(_ text: String) -> String { wrap(text, "1;31") }

    private func wrap(_ text: String, _ code: String) -> String {
        usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
