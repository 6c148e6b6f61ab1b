@testable import Purser

extension [StoreUpdate] {
    /// The next updates after a number.
    static func following(_ last: UInt64, count: Int) -> [StoreUpdate] {
        (1...UInt64(count)).map { step in
            StoreUpdate(
                sequence: last + step, phase: .complete, kind: .purchased, transaction: .sample("T\(last + step)"),
                intent: nil, recordTime: at(0))
        }
    }
}

extension UpdatePortion {
    /// The numbers of its updates.
    var numbers: [UInt64] {
        var rest = self
        return (0..<count).compactMap { _ in rest.take()?.sequence }
    }
}
