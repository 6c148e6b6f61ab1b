public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Keeps a small ledger in the keychain, where it outlives the app's deletion.
///
/// Each value is a generic password of one service; its account is the value's name. Items can be read after the first unlock
/// since the device was started, and stay on this device. A ledger in the keychain is for apps with few purchases, such as one
/// that sells a single feature; see ``/Purser/LedgerValueStorage`` about its growth.
public struct KeychainLedgerStorage: LedgerValueStorage {
    /// `keychain` and the service.
    public let id: String
    private let items: any KeychainItems

    /// A storage in a keychain.
    ///
    /// - Parameters:
    ///   - items: the items of the service.
    ///   - service: its name, for messages.
    package init(_ items: any KeychainItems, service: String) {
        self.items = items
        id = "keychain \(service)"
    }

    /// The accounts that have an item.
    ///
    /// - Throws: `StorageFailure`.
    public func names() throws -> [String] { try items.accounts() }

    /// The item of an account; `nil` when there is none.
    ///
    /// - Throws: `StorageFailure`.
    public func value(named name: String) throws -> Data? { try items.data(of: name) }

    /// Changes the item of an account, or adds one.
    ///
    /// - Throws: `StorageFailure`.
    public func set(_ value: Data, named name: String) throws {
        if try items.update(value, account: name) { return }
        if try items.add(value, account: name) { return }
        // Another program has added one in between.
        guard try items.update(value, account: name) else {
            throw StorageFailure(status: -25299, operation: "add \(name)")
        }
    }

    /// Deletes the item of an account.
    ///
    /// - Throws: `StorageFailure`.
    public func removeValue(named name: String) throws { try items.delete(account: name) }
}
