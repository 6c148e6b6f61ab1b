@testable import Purser

extension UserID: ExpressibleByIntegerLiteral {
    /// A user with a number, for tests.
    public init(integerLiteral number: UInt64) { self.init(high: 0, low: number) }
}
