#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LedgerInspector {
    /// What a ledger says is owned, such as that of another app of the same group, without opening it: nothing is locked,
    /// and nothing is changed.
    ///
    /// Its app may have it open: what is being written at the moment may be missing.
    ///
    /// - Parameter date: the moment at which periods count as over or not; the device's date unless given.
    /// - Throws: ``LedgerFileError`` when the folder cannot be read, or has no ledger; ``PurchaseFailure`` with
    ///   `.ledgerUnavailable` when a part of it is damaged, so that something owned may be missing.
    public func entitlements(at date: Date = Date()) throws -> StoreEntitlements {
        let (state, damage) = try settled {
            var damage: Finding?
            let state = try newestState { finding in
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
        return StoreEntitlements(state.entitlementSnapshot(), deviceTime: Timestamp(date))
    }

    private func newestState(found: (Finding) -> Void) throws -> LedgerState {
        var folder = try folder()
        if let snapshot = folder.snapshots.last {
            folder.snapshots = [snapshot]
            folder.logs.removeAll { $0 <= snapshot }
        }
        var state = LedgerState()
        try read(from: folder, { record, _, _ in state.apply(record) }, found: found)
        return state
    }
}
