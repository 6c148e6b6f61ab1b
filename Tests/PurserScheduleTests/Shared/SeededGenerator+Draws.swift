import Foundation
import PurserTesting

extension SeededGenerator {
    /// Whether a chance from 0 to 1 comes true.
    mutating func happens(_ chance: Double) -> Bool { Double(index(below: 1_000_000)) < chance * 1_000_000 }

    /// One of several.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }

    /// A duration of up to so many milliseconds.
    mutating func duration(upTo milliseconds: Int) -> Duration { .milliseconds(index(below: milliseconds + 1)) }

    /// A UUID of 128 drawn bits.
    mutating func uuid() -> UUID {
        let (high, low) = (next(), next())
        func byte(_ value: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: value >> (8 * index)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4),
                byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}
