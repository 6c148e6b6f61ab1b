package import Foundation
package import Purser

/// The required calls of a keychain: the generic passwords of one service, by their accounts.
///
/// They are separate from the code that uses them, so that the code is tested without a keychain.
package protocol KeychainItems: Sendable {
    /// The accounts that have an item.
    ///
    /// - Throws: `StorageFailure`.
    func accounts() throws(StorageFailure) -> [String]
    /// The item of an account; `nil` when there is none.
    ///
    /// - Throws: `StorageFailure`; also while the device is locked so that it cannot be read.
    func data(of account: String) throws(StorageFailure) -> Data?
    /// Adds an item.
    ///
    /// - Returns: `false` when the account has one already.
    /// - Throws: `StorageFailure`.
    func add(_ data: Data, account: String) throws(StorageFailure) -> Bool
    /// Sets another value of the account's item.
    ///
    /// - Returns: `false` when there is none.
    /// - Throws: `StorageFailure`.
    func update(_ data: Data, account: String) throws(StorageFailure) -> Bool
    /// Deletes the account's item, if there is one.
    ///
    /// - Throws: `StorageFailure`.
    func delete(account: String) throws(StorageFailure)
}

extension StorageFailure {
    /// The keychain rejected a call.
    ///
    /// The statuses are those of Apple's `SecBase.h`.
    ///
    /// - Parameters:
    ///   - status: such as -25308 while the device is locked; 0 when the answer was invalid.
    ///   - operation: what failed, such as `read log-0000000001.purser`.
    package init(status: Int32, operation: String) {
        let hint =
            switch status {
            case -25308: "; the device is locked. Open the store again when it has been unlocked"
            case -34018: "; the app lacks the entitlement for this keychain access group"
            case -25299: "; another program wrote it at the same moment"
            default: ""
            }
        let words = operation.split(separator: " ", maxSplits: 1)
        self.init(
            .keychain, path: words.last.map(String.init) ?? "", operation: words.first.map(String.init) ?? operation,
            systemCode: status, "the keychain did not \(operation): status \(status)\(hint)")
    }
}
