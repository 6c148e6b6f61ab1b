#if canImport(Security)
    import Foundation
    import Security

    /// Generic passwords of the system's keychain.
    struct SecurityItems: KeychainItems {
        let service: String
        let accessGroup: String?

        private func query(_ account: String? = nil, _ more: [String: Any] = [:]) -> CFDictionary {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let account { query[kSecAttrAccount as String] = account }
            if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
            return query.merging(more) { $1 } as CFDictionary
        }

        func accounts() throws(StorageFailure) -> [String] {
            var found: CFTypeRef?
            let status = SecItemCopyMatching(
                query(nil, [kSecMatchLimit as String: kSecMatchLimitAll, kSecReturnAttributes as String: true]), &found)
            if status == errSecItemNotFound { return [] }
            guard status == errSecSuccess, let items = found as? [[String: Any]] else {
                throw StorageFailure(status: status, operation: "list \(service)")
            }
            return items.compactMap { $0[kSecAttrAccount as String] as? String }
        }

        func data(of account: String) throws(StorageFailure) -> Data? {
            var found: CFTypeRef?
            let status = SecItemCopyMatching(
                query(account, [kSecMatchLimit as String: kSecMatchLimitOne, kSecReturnData as String: true]), &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else {
                throw StorageFailure(status: status, operation: "read \(account)")
            }
            return data
        }

        func add(_ data: Data, account: String) throws(StorageFailure) -> Bool {
            let status = SecItemAdd(
                query(
                    account,
                    [
                        kSecValueData as String: data,
                        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
                    ]), nil)
            guard status == errSecSuccess || status == errSecDuplicateItem else {
                throw StorageFailure(status: status, operation: "add \(account)")
            }
            return status == errSecSuccess
        }

        func update(_ data: Data, account: String) throws(StorageFailure) -> Bool {
            let status = SecItemUpdate(query(account), [kSecValueData as String: data] as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw StorageFailure(status: status, operation: "change \(account)")
            }
            return status == errSecSuccess
        }

        func delete(account: String) throws(StorageFailure) {
            let status = SecItemDelete(query(account))
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw StorageFailure(status: status, operation: "delete \(account)")
            }
        }
    }

    extension KeychainLedgerStorage {
        /// A storage in the system's keychain.
        ///
        /// - Parameters:
        ///   - service: the name of the items, such as `com.example.garden.purchases`; one ledger per service.
        ///   - accessGroup: the keychain access group that the app's targets share; `nil` for the app's own.
        public init(service: String, accessGroup: String? = nil) {
            self.init(SecurityItems(service: service, accessGroup: accessGroup), service: service)
        }
    }
#endif
