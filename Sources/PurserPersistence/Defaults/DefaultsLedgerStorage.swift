public import Foundation
public import Purser

/// Keeps a small ledger in user defaults: for experiments, and on systems without another place, such as a television.
///
/// The system writes user defaults when it chooses: records of the last seconds may be lost when the system crashes, though not
/// when the app does. Then only the App Store's unfinished transactions remain of them, and a purchase that was granted and
/// finished is known again only after a restore. Prefer a folder, or the keychain.
public final class DefaultsLedgerStorage: LedgerValueStorage {
    /// `user defaults`, with the suite and the key.
    public let id: String
    private let suite: String?
    private let key: String
    /// User defaults are safe to use from several threads, but the type is not declared so everywhere.
    private let lock = Lock(false)

    /// A storage in user defaults.
    ///
    /// - Parameters:
    ///   - suite: the name of the suite, such as an app group's; `nil` for the app's own defaults.
    ///   - key: the prefix of the values' keys.
    public init(suite: String? = nil, key: String = "purser.ledger") {
        self.suite = suite
        self.key = "\(key)/"
        id = "user defaults \(suite.map { "\($0) " } ?? "")\(key)"
    }

    /// The names of the values.
    ///
    /// - Throws: `StorageFailure` when there is no such suite.
    public func names() throws -> [String] {
        try with {
            $0.dictionaryRepresentation().keys.filter { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
        }
    }

    /// The value of a name; `nil` when there is none.
    ///
    /// - Throws: `StorageFailure` when there is no such suite.
    public func value(named name: String) throws -> Data? { try with { $0.data(forKey: key + name) } }

    /// Sets the value of a name.
    ///
    /// - Throws: `StorageFailure` when there is no such suite.
    public func set(_ value: Data, named name: String) throws {
        try with {
            $0.set(value, forKey: key + name)
            // On Linux nothing is written without it.
            _ = $0.synchronize()
        }
    }

    /// Removes a name and its value.
    ///
    /// - Throws: `StorageFailure` when there is no such suite.
    public func removeValue(named name: String) throws {
        try with {
            $0.removeObject(forKey: key + name)
            _ = $0.synchronize()
        }
    }

    private func with<Result>(_ body: (UserDefaults) -> Result) throws -> Result {
        try lock.withLock { _ in
            guard let suite else { return body(.standard) }
            guard let defaults = UserDefaults(suiteName: suite) else { throw StorageFailure(suite: suite) }
            return body(defaults)
        }
    }
}

extension StorageFailure {
    /// There are no user defaults with this name.
    fileprivate init(suite: String) {
        self.init(
            .defaults, path: suite, operation: "open",
            "There are no user defaults of the suite \(suite). It must not be the app's own identifier; check the app group."
        )
    }
}
