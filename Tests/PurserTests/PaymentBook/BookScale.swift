#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much the tests of the payment book do: `PURSER_SEEDS` is how many times as much as usual.
enum BookScale {
    static let factor = max(1, ProcessInfo.processInfo.environment["PURSER_SEEDS"].flatMap { Int($0) } ?? 1)
}
