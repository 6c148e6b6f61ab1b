package import Purser

extension LedgerStorage {
    /// Reads the records of one user, or those of all; and also that the user is forgotten, before which nothing counts.
    package func load(_ key: LedgerKey, _ body: (LedgerRecord) throws -> Void) throws {
        var section = LedgerKey.shared
        try load { record in
            switch record {
            case .section(let next): section = next
            case .forgotten(let user) where key == .user(user): try body(record)
            default: if section == key { try body(record) }
            }
        }
    }
}
