import Purser

/// Checks product identifiers that were read from a file.
package enum ProductIdentifier {
    /// The identifier if it can be bought; otherwise `nil`, with an error in the log.
    ///
    /// Unusual identifiers get only a warning.
    package static func checked(_ id: String, at path: String, _ log: inout FileDiagnosticLog) -> String? {
        if let fault = IntakeFault.of(identifier: id, "product identifier") {
            log.error(path, "\(fault); the entry is skipped")
            return nil
        }
        if id.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            log.warn(path, "the product identifier has blanks or unusual characters; use letters, digits, '.' and '_'")
        }
        return id
    }
}
