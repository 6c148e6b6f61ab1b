/// What was typed makes no sense; one line that says what to type instead.
struct UsageError: Error, Hashable {
    var message: String

    init(_ message: String) { self.message = message }
}
