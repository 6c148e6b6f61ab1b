#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value of a field that makes news.
protocol NewsValue: Equatable {
    /// A number that stands for the value: the same in every version and on every platform.
    ///
    /// Equal values have equal numbers, and different ones hardly ever.
    var digest: UInt64 { get }
}

extension StoreTransaction {
    /// Gives a number for each field that makes news and that this description does not lack, by the fields' numbers.
    ///
    /// With these numbers a ledger can tell later whether another description is news: it is where both give a number for
    /// a field and the two differ. They are the same in every version and on every platform, and never 0, which can stand
    /// for a field that is lacking.
    func newsDigests(_ take: (News.Field, UInt64) -> Void) {
        withoutActuallyEscaping(take) { take in
            var reader = NewsDigests(take: take)
            fields.readNews(beside: fields, &reader)
        }
    }
}

private struct NewsDigests: NewsReader {
    let take: (StoreTransaction.News.Field, UInt64) -> Void

    mutating func read<Value: NewsValue>(_ field: StoreTransaction.News.Field, _ new: Value?, _ old: Value?) {
        if let new { take(field, max(1, new.digest)) }
    }
}

extension String: NewsValue {
    /// FNV-1a of the UTF-8 bytes, mixed.
    var digest: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return SplitMix64.mix(hash)
    }
}

extension Int: NewsValue {
    var digest: UInt64 { SplitMix64.mix(UInt64(bitPattern: Int64(self)) &+ 1) }
}

extension Timestamp: NewsValue {
    var digest: UInt64 { SplitMix64.mix(UInt64(bitPattern: milliseconds) &+ 1) }
}

extension UUID: NewsValue {
    var digest: UInt64 {
        withUnsafeBytes(of: uuid) { bytes in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            return SplitMix64.mix(hash)
        }
    }
}

extension Decimal: NewsValue {
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
