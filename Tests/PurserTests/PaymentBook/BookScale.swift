import Foundation

@testable import Purser

/// How much the tests of the payment book do: `PURSER_SEEDS` is how many times as much as usual.
enum BookScale {
    static let factor = max(1, ProcessInfo.processInfo.environment["PURSER_SEEDS"].flatMap { Int($0) } ?? 1)
}

extension UserID: ExpressibleByIntegerLiteral {
    /// A user with a number, for tests.
    public init(integerLiteral number: UInt64) { self.init(high: 0, low: number) }
}
