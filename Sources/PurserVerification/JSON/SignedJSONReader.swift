import Purser
package import PurserFormats

/// Reads signed JSON (RFC 8259) strictly: one meaning, or none.
///
/// A repeated key of an object is rejected, because two programs could read different values; so are comments, trailing
/// commas, text that is not UTF-8 and half a surrogate pair. Foundation's decoder accepts some of these, and turns
/// numbers into floating point. Nesting, values, digits and bytes are limited.
package enum SignedJSONReader {
    /// The longest text that is read, in bytes: 1 MiB.
    package static let maximumBytes = 1 << 20
    /// The deepest nesting that is read; real ones stay below six.
    package static let maximumDepth = 32
    /// The most values that are read; real ones have below a thousand.
    package static let maximumCount = 50_000
    /// The most characters of a number that are read; real ones have below twenty.
    package static let maximumDigits = 64

    /// Reads a text that is one object.
    ///
    /// - Parameter maximumBytes: the longest text that is read.
    package static func object(
        _ bytes: [UInt8], maximumBytes: Int = Self.maximumBytes
    ) throws(JSONScan.Mistake) -> [String: JSONValue] {
        guard bytes.count <= maximumBytes else {
            throw JSONScan.Mistake("it has more than \(maximumBytes) bytes", isLimit: true)
        }
        var scan = JSONScan(
            bytes, .init(isStrict: true, depth: maximumDepth, count: maximumCount, digits: maximumDigits))
        guard case .object(let members) = try scan.value() else { throw JSONScan.Mistake("an object is expected") }
        return members
    }
}
