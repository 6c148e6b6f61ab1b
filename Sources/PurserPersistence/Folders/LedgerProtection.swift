/// When the files of a ledger can be read and written, on devices that encrypt them.
public enum LedgerProtection: Sendable, Hashable, CaseIterable {
    /// From the first unlocking after the device was started on: what a store needs that hears of purchases in the background.
    case untilFirstUnlock
    /// While the device is unlocked; what is open by then stays so. A store must not be opened in the background then.
    case unlessOpen
    /// Always.
    case none
}
