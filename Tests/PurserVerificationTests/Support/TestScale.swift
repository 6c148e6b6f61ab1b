import Foundation

/// How much the longer tests do: `PURSER_SEEDS` is how many times as much as usual.
enum TestScale {
    static let factor = max(1, ProcessInfo.processInfo.environment["PURSER_SEEDS"].flatMap { Int($0) } ?? 1)

    /// The distance between the bytes that are tried: shorter the more is to be done, and each byte in the end.
    static func stride(of usual: Int) -> Int { max(1, usual / factor) }
}
