/// A violation of ``IntakeLimits`` by an event or a request, as text.
package struct IntakeFault: Sendable, Hashable, CustomStringConvertible {
    /// The fault, such as `the product identifier has 300 bytes; 1 to 255 are allowed`.
    package let description: String

    /// Makes a fault with this text.
    package init(_ description: String) { self.description = description }

    /// The fault of an identifier; `nil` when there is none.
    package static func of(identifier text: String, _ name: StaticString) -> IntakeFault? {
        let bytes = text.utf8.count
        if bytes <= IntakeLimits.identifierBytes, text.isVisibleASCII { return nil }
        guard text.utf8.contains(where: { $0 > 0x20 }) else { return IntakeFault("the \(name) is empty") }
        guard bytes <= IntakeLimits.identifierBytes else {
            return IntakeFault("the \(name) has \(bytes) bytes; 1 to \(IntakeLimits.identifierBytes) are allowed")
        }
        return text.hasControlCharacters ? IntakeFault("the \(name) has control characters") : nil
    }

    /// The fault of a text, if there is a text; `nil` when there is none.
    package static func of(_ text: String?, _ name: StaticString, limit: Int = IntakeLimits.textBytes)
        -> IntakeFault?
    {
        guard let bytes = text?.utf8.count, bytes > limit else { return nil }
        return IntakeFault("the \(name) has \(bytes) bytes; at most \(limit) are allowed")
    }

    /// The fault of a date, if there is a date; `nil` when there is none.
    package static func of(_ time: Timestamp?, _ name: StaticString) -> IntakeFault? {
        guard let time, !IntakeLimits.milliseconds.contains(time.milliseconds) else { return nil }
        return IntakeFault("the \(name) is not between the years 1 and 9999")
    }

    /// The fault of a list of identifiers; `nil` when there is none.
    package static func of(_ identifiers: [String], _ name: StaticString) -> IntakeFault? {
        guard identifiers.count <= IntakeLimits.listedIdentifiers else {
            return IntakeFault(
                "there are \(identifiers.count) \(name); at most \(IntakeLimits.listedIdentifiers) are allowed")
        }
        for identifier in identifiers {
            if let fault = of(identifier: identifier, "identifier") { return IntakeFault("\(name): \(fault)") }
        }
        return nil
    }
}

extension String {
    /// Whether there is a character that is invisible and may break lines.
    package var hasControlCharacters: Bool {
        let found = utf8.withContiguousStorageIfAvailable { bytes in bytes.contains { $0 < 0x20 || $0 == 0x7F } }
        return found ?? utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
