package import Purser

extension Lock where Value == Int {
    /// Counts one more, and returns the number.
    @discardableResult
    package func next() -> Int {
        withLock { number in
            number += 1
            return number
        }
    }

    /// The number that was counted last.
    package var value: Int { withLock { $0 } }
}
