import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An error in the command line.
///
/// Its one line says what to type instead.
struct UsageError: LocalizedError, Hashable {
    var message: String

    var errorDescription: String? { message }

    /// Of a long message, which quotes what was typed, the beginning is kept.
    init(_ message: String) { self.message = Wording.short(message) }
}
