#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FieldReader {
    func time(_ value: Value) throws(FormatFault) -> Timestamp { Timestamp(milliseconds: try signed(value)) }

    /// A text out of an open set, by its number or as it is.
    func text(_ value: Value, among known: [String]) throws(FormatFault) -> String {
        guard case .number(let code) = value else { return try text(value) }
        guard code < UInt64(known.count) else { throw FormatFault("the name of number \(code) is unknown") }
        return known[Int(code)]
    }

    func uuid(_ value: Value) throws(FormatFault) -> UUID {
        let bytes = try bytes(value)
        guard bytes.count == 16 else { throw FormatFault("a UUID has \(bytes.count) bytes instead of 16") }
        var uuid = UUID.zero.uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyMemory(from: bytes) }
        return UUID(uuid: uuid)
    }
}

extension UUID {
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
