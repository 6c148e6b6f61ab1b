import Foundation

enum Terminal {
    /// The assumed width if the terminal reports none, which is a usual minimum.
    static let usualWidth = 80

    /// The number of columns; `nil` without a terminal.
    static func width(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualWidth }
        return Int(size.ws_col)
    }
}

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
