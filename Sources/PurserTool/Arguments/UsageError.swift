/// An error in the command line.
///
/// Its one line says what to type instead.
struct UsageError: Error, Hashable {
    var message: String

    init(_ message: String) { self.message = message }
}
