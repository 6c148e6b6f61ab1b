#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Dates are kept in whole milliseconds, the App Store's own unit, so that a date that was written to disk and read
// again is equal to the original.

extension StoreTransaction {
    /// When this transaction was paid for.
    public var purchaseDate: Date { purchaseTime.date }
    /// When the original transaction was paid for: the first purchase, for renewals and restores.
    public var originalPurchaseDate: Date { originalPurchaseTime.date }
    /// When the subscription period ends or renews; `nil` for other products.
    public var expirationDate: Date? { expirationTime?.date }
    /// When the store took the purchase back (refund, or family sharing ended); `nil` while it stands.
    public var revocationDate: Date? { revocationTime?.date }
    /// When the store signed this description of the transaction.
    ///
    /// Of two descriptions the one signed later counts.
    public var signedDate: Date? { signedTime?.date }
}

extension StoreTransaction.Fields {
    /// When this transaction was paid for, to the millisecond.
    public var purchaseDate: Date {
        get { purchaseTime.date }
        set { purchaseTime = Timestamp(newValue) }
    }

    /// When the original transaction was paid for, to the millisecond.
    public var originalPurchaseDate: Date {
        get { originalPurchaseTime.date }
        set { originalPurchaseTime = Timestamp(newValue) }
    }

    /// When the subscription period ends, to the millisecond.
    public var expirationDate: Date? {
        get { expirationTime?.date }
        set { expirationTime = newValue.map { Timestamp($0) } }
    }

    /// When the store took the purchase back, to the millisecond.
    public var revocationDate: Date? {
        get { revocationTime?.date }
        set { revocationTime = newValue.map { Timestamp($0) } }
    }

    /// When the store signed this description of the transaction, to the millisecond.
    public var signedDate: Date? {
        get { signedTime?.date }
        set { signedTime = newValue.map { Timestamp($0) } }
    }
}
