/// What makes a product identifier unusable or suspicious, wherever it is read from.
package enum ProductIdentifier {
    /// The longest identifier that App Store Connect takes.
    package static let maximumLength = 255

    /// The identifier when it can be used at all; odd ones pass with a warning, since the app may know better.
    package static func checked(_ id: String, at path: String, _ log: inout FileDiagnosticLog) -> String? {
        guard id.utf8.contains(where: { $0 > 0x20 }) else {
            log.error(path, "the product identifier is empty; the entry is left out")
            return nil
        }
        guard id.utf8.count <= maximumLength else {
            log.error(path, "the product identifier is longer than \(maximumLength) bytes; the entry is left out")
            return nil
        }
        if id.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            log.warn(path, "the product identifier has blanks or unusual characters; use letters, digits, '.' and '_'")
        }
        return id
    }
}
