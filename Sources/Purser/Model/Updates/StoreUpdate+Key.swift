#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreUpdate {
    /// Identifies an update among those of all users, devices and launches: by its ledger, its number there, and when it
    /// was recorded.
    ///
    /// It stays the same as long as the ledger exists. After a ledger in memory ends, the folder of a ledger is removed,
    /// or the user is forgotten, the next updates have other keys, although their numbers begin again. As text it has 32
    /// hexadecimal digits, a hyphen and the number.
    public struct Key: Sendable, Hashable {
        /// The ledger, and when the update was recorded.
        package let ledger: Fingerprint
        /// The number in the ledger.
        package let sequence: UInt64

        /// The key with these parts.
        package init(ledger: Fingerprint, sequence: UInt64) {
            self.ledger = ledger
            self.sequence = sequence
        }

        /// The key of an update that was recorded at a time by the device's clock.
        init(ledger: Fingerprint, recordTime: Timestamp, sequence: UInt64) {
            let high = ledger.high ^ UInt64(bitPattern: recordTime.milliseconds)
            self.init(ledger: Fingerprint(high: high, low: ledger.low), sequence: sequence)
        }
    }
}

extension StoreUpdate.Key: LosslessStringConvertible, Codable {
    /// Reads the text of a key; `nil` when the text is not a key.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 32, let sequence = UInt64(parts[1]),
            let high = UInt64(parts[0].prefix(16), radix: 16), let low = UInt64(parts[0].suffix(16), radix: 16)
        else { return nil }
        self.init(ledger: Fingerprint(high: high, low: low), sequence: sequence)
        // One key has one text.
        guard self.description == description else { return nil }
    }

    /// The text by which a service stores the key.
    public var description: String { Self.digits(ledger.high) + Self.digits(ledger.low) + "-\(sequence)" }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.described("a key of an update; store the description of a key")
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description: self) }
}

/// The ledger that updates are recorded in, shared by all of them.
package final class UpdateOrigin: Sendable {
    /// Whose ledger it is.
    package let account: StoreAccount
    /// Identifies the ledger.
    package let ledger: Fingerprint

    /// The origin of a ledger's updates; its identity is derived from the ledger's key and does not reveal the key.
    package init(_ account: StoreAccount, _ hash: KeyedHash) {
        self.account = account
        ledger = hash.fingerprint(of: "updates of \(account.userID?.uuidString ?? "everybody")")
    }

    /// The origin of updates that no ledger has recorded.
    package static let none = UpdateOrigin(.shared, .zero)
}
