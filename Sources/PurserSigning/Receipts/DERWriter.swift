#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Writes the elements of a receipt in DER (X.690).
    enum DERWriter {
        /// An element with its tag and its length.
        static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
            guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
            var length: [UInt8] = []
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            return [tag, 0x80 | UInt8(length.count)] + length + content
        }

        static func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }
        static func set(_ content: [UInt8]) -> [UInt8] { element(0x31, content) }
        static func octets(_ content: some Collection<UInt8>) -> [UInt8] { element(0x04, content) }
        static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
        /// ASCII text; empty for `nil`.
        static func ia5(_ text: String?) -> [UInt8] { element(0x16, Array((text ?? "").utf8)) }
        /// A date in the format of receipts, in whole seconds.
        static func date(_ date: Date?) -> [UInt8] { ia5(date?.formatted(.iso8601)) }

        /// A whole number in the shortest form.
        static func integer(_ value: some FixedWidthInteger) -> [UInt8] {
            var bytes: [UInt8] = []
            var rest = Int64(clamping: value)
            repeat {
                bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            } while !(rest == 0 && bytes[0] < 0x80 || rest == -1 && bytes[0] >= 0x80)
            return element(0x02, bytes)
        }

        /// An object identifier, by its encoded bytes.
        static func object(_ bytes: [UInt8]) -> [UInt8] { element(0x06, bytes) }

        /// An algorithm without parameters.
        static func algorithm(_ bytes: [UInt8]) -> [UInt8] { sequence(object(bytes) + [0x05, 0x00]) }
    }
#endif
