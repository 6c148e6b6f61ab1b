public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LedgerInspector {
    /// The entitlements of a ledger that is not opened, such as that of another app of the same group: it locks nothing
    /// and changes nothing.
    ///
    /// The app of the ledger may have it open: a record that is being written may be missing.
    ///
    /// - Parameters:
    ///   - account: whose entitlements; by default those that all users share.
    ///   - date: the moment for which periods are computed; by default the device's date.
    ///   - policy: that of the ledger's app; by default the one of a store whose configuration sets none.
    /// - Throws: `StorageFailure` when the folder cannot be read, or has no ledger; `PurchaseFailure` with
    ///   `.ledgerUnavailable` when a part of it is damaged, so that an entitlement may be missing.
    public func entitlements(
        of account: StoreAccount = .shared, at date: Date = Date(), policy: EntitlementPolicy = EntitlementPolicy()
    ) throws -> StoreEntitlements {
        let key = LedgerKey(account.userID.map(UserID.init))
        let (state, damage) = try settled {
            var damage: Finding?
            let state = try newestState(of: key) { finding in
                if !finding.isHarmless { damage = damage ?? finding }
            }
            return (state, damage)
        }
        if let damage {
            throw PurchaseFailure(
                .ledgerUnavailable,
                "The ledger in \(files.path) is damaged at \(damage.path):\(damage.offset): \(damage.reason). Its app has to "
                    + "repair it, with `purser ledger repair`.")
        }
        return StoreEntitlements(state.entitlementSnapshot(policy: policy), deviceTime: Timestamp(date))
    }

    private func newestState(of key: LedgerKey, found: (Finding) -> Void) throws -> LedgerState {
        var folder = try folder()
        if let snapshot = folder.snapshots.last {
            folder.snapshots = [snapshot]
            folder.logs.removeAll { $0 <= snapshot }
        }
        var records = StoreRecords { LedgerState(account: $0.account) }
        try read(from: folder, { record, _, _ in records.apply(record) }, found: found)
        return records[key]
    }
}
