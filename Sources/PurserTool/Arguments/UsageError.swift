import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An error in the command line.
///
/// Its text is one line and contains the correct usage.
struct UsageError: LocalizedError, Hashable {
    var message: String

    var errorDescription: String? { message }

    /// A long message, which quotes the input, is shortened.
    init(_ message: String) { self.message = Wording.short(message) }
}
