#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value of a field that makes a change.
protocol ComparedValue: Equatable {
    /// A number for the value, the same in every version; different values hardly ever have equal ones.
    var digest: UInt64 { get }
}

extension String: ComparedValue {
    /// That of the UTF-8 bytes.
    var digest: UInt64 {
        var text = self
        return text.withUTF8 { SplitMix64.digest(of: UnsafeRawBufferPointer($0)) }
    }
}

extension Int: ComparedValue {
    var digest: UInt64 { SplitMix64.mix(UInt64(bitPattern: Int64(self)) &+ 1) }
}

extension Timestamp: ComparedValue {
    var digest: UInt64 { SplitMix64.mix(UInt64(bitPattern: milliseconds) &+ 1) }
}

extension UUID: ComparedValue {
    var digest: UInt64 { withUnsafeBytes(of: uuid) { SplitMix64.digest(of: $0) } }
}

extension Decimal: ComparedValue {
    var digest: UInt64 { plainDigits.digest }
}

extension Decimal {
    /// The digits without zeros at the end of a fraction, so that equal numbers have equal texts.
    var plainDigits: String {
        var text = Substring(description)
        guard text.contains(".") else { return String(text) }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return String(text)
    }
}
