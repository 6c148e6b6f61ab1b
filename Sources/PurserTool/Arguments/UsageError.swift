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

    init(_ message: String) { self.message = message }
}
