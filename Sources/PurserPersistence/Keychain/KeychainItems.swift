public import Foundation

/// The required calls of a keychain: the generic passwords of one service, by their accounts.
///
/// They are separate from the code that uses them, so that the code is tested without a keychain.
package protocol KeychainItems: Sendable {
    /// The accounts that have an item.
    ///
    /// - Throws: ``KeychainError``.
    func accounts() throws(KeychainError) -> [String]
    /// The item of an account; `nil` when there is none.
    ///
    /// - Throws: ``KeychainError``; also while the device is locked so that it cannot be read.
    func data(of account: String) throws(KeychainError) -> Data?
    /// Adds an item.
    ///
    /// - Returns: `false` when the account has one already.
    /// - Throws: ``KeychainError``.
    func add(_ data: Data, account: String) throws(KeychainError) -> Bool
    /// Sets another value of the account's item.
    ///
    /// - Returns: `false` when there is none.
    /// - Throws: ``KeychainError``.
    func update(_ data: Data, account: String) throws(KeychainError) -> Bool
    /// Deletes the account's item, if there is one.
    ///
    /// - Throws: ``KeychainError``.
    func delete(account: String) throws(KeychainError)
}

/// The keychain has rejected a call.
public struct KeychainError: Error, Sendable, Hashable {
    /// The system's status, such as -25308 while the device is locked; 0 when the answer was invalid.
    public var status: Int32
    /// The operation that failed, such as `read log-0000000001.purser`.
    public var operation: String

    /// A rejected call.
    package init(status: Int32, operation: String) {
        self.status = status
        self.operation = operation
    }
}

extension KeychainError: CustomStringConvertible {
    /// The operation, the status, and for common ones what to do.
    public var description: String { "the keychain did not \(operation): status \(status)\(hint)" }

    /// The statuses are those of Apple's `SecBase.h`.
    private var hint: String {
        switch status {
        case -25308: "; the device is locked. Open the store again when it has been unlocked"
        case -34018: "; the app lacks the entitlement for this keychain access group"
        case -25299: "; another program wrote it at the same moment"
        default: ""
        }
    }
}

extension KeychainError: LocalizedError {
    /// The same as its description.
    public var errorDescription: String? { description }
}
