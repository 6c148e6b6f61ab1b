#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An app's own storage for small ledgers, as named values: items of the keychain, a table of a database, user
/// defaults.
///
/// Pass it to ``LedgerLocation/values(_:)``. The ledger keeps each of its files as one value. New records are written
/// by setting the last value again, which grows to some 16 KiB. From time to time the whole state is set as one value
/// of some 500 bytes per transaction. So it suits hundreds of purchases, not tens of thousands. A folder is faster, and
/// may be as large as the disk.
///
/// Calls may block, and come from several threads. Only one open store may use a storage at a time. A second one in the
/// same process is rejected. One in another process is detected, and then rejected, only when it has written.
public protocol LedgerValueStorage: Sendable {
    /// The storage's identifier, also for messages: two storages with the same text are the same.
    var id: String { get }

    /// The names of all values.
    ///
    /// - Throws: any error; the ledger is unavailable then.
    func names() throws -> [String]

    /// The value of a name; `nil` when there is none.
    ///
    /// - Throws: any error; the ledger is then unavailable. Never return `nil` for a value that cannot be read at the
    ///   moment, for example while the device is locked: the ledger would count it as lost.
    func value(named name: String) throws -> Data?

    /// Sets the value of a name, and replaces its earlier value: completely or not at all.
    ///
    /// The value must be durable on return. A storage that writes later, as user defaults do, may lose the last records
    /// with a loss of power.
    ///
    /// - Throws: any error; the earlier value must then still exist.
    func set(_ value: Data, named name: String) throws

    /// Removes a name and its value; nothing happens when there is none.
    ///
    /// - Throws: any error.
    func removeValue(named name: String) throws
}
