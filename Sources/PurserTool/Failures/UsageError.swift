import Purser

/// An error in the command line.
///
/// Its text is one line and contains the correct usage.
struct UsageError: Error, Hashable {
    let message: String

    /// A long message, which quotes the input, is shortened.
    init(_ message: String) { self.message = Wording.short(message) }
}
