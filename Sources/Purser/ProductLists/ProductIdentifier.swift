/// Checks product identifiers that were read from a file.
package enum ProductIdentifier {
    /// The longest identifier that is read, in bytes; App Store Connect takes no longer ones.
    package static let maximumLength = 255

    /// The identifier if it can be used; otherwise `nil` with an error in the log.
    ///
    /// Unusual identifiers get a warning only, because the app may have reasons for them.
    ///
    /// - Parameter path: where in the file the identifier stands.
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
