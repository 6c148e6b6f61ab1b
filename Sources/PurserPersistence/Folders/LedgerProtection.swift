/// When the files of a ledger can be read and written, on devices that encrypt them.
public enum LedgerProtection: Sendable, Hashable, CaseIterable {
    /// After the first unlock since the device was started: for a store that receives purchases in the background.
    case untilFirstUnlock
    /// While the device is unlocked; open files stay open. Then a store must not be opened in the background.
    case unlessOpen
    /// Always.
    case none
}
