import Foundation
import Purser

/// Makes values of the bytes of an input; beyond its end all bytes are zero.
struct FuzzBytes {
    private var rest: ArraySlice<UInt8>

    /// Made once: inputs have it often.
    private static let huge = String(repeating: "y", count: IntakeLimits.signedFormBytes + 1)

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Whether all bytes were used.
    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number from 0 to below `bound`, which is at most 256.
    mutating func choice(_ bound: Int) -> Int { Int(byte()) % bound }

    /// Any number: often small, often one of those at which sums overflow.
    mutating func number() -> Int64 {
        switch choice(4) {
        case 0: Int64(Int8(bitPattern: byte()))
        case 1: [.min, .min + 1, -1, 0, 1, .max - 1, .max, 1 << 62][choice(8)]
        default: Int64(bitPattern: (0..<8).reduce(UInt64(0)) { word, _ in word << 8 | UInt64(byte()) })
        }
    }

    /// Any number with a fraction, or none.
    mutating func double() -> Double { Double(bitPattern: UInt64(bitPattern: number())) }

    /// Any moment: often near the others, often far beyond every calendar.
    mutating func date() -> Date {
        switch choice(3) {
        case 0: Date(timeIntervalSince1970: 1_700_000_000 + Double(byte()))
        case 1: Date(timeIntervalSince1970: [.nan, .infinity, -.infinity, 1e300, 9.46e15, -1e12, 4.1e9, 0][choice(8)])
        default: Date(timeIntervalSince1970: double())
        }
    }

    /// A text: mostly one of few, so that they are repeated; sometimes empty, unusual, or at a limit.
    mutating func text() -> String {
        switch choice(16) {
        case 0: ""
        case 1: "a\u{0}b\n\u{7F}"
        case 2: String(repeating: "9", count: 255)
        case 3: String(repeating: "ü", count: 128)
        case 4: String(repeating: "x", count: 1_025)
        case 5: Self.huge
        case 6: String(decoding: (0..<choice(12)).map { _ in byte() }, as: UTF8.self)
        default: "t\(choice(6))"
        }
    }

    mutating func duration() -> Duration {
        switch choice(4) {
        case 0: .milliseconds(number())
        case 1: .seconds(number())
        case 2: .seconds(Int64.max) * choice(17)
        default: .seconds(choice(256))
        }
    }

    /// Any amount, also none that is a number. (Foundation traps when it converts some numbers of 64 bits to one.)
    mutating func decimal() -> Decimal {
        choice(16) == 0 ? .nan : Decimal(sign: .plus, exponent: choice(256) - 128, significand: Decimal(number()))
    }

    /// A value that `make` makes, or none.
    mutating func maybe<Value>(_ make: (inout FuzzBytes) -> Value) -> Value? { choice(2) == 0 ? nil : make(&self) }
}
