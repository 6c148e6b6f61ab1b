#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Dates are kept in whole milliseconds, the App Store's own unit, so that one read from disk equals the one written there.

extension StoreTransaction {
    /// When this transaction was paid for.
    public var purchaseDate: Date { purchaseTime.date }
    /// When the line's first transaction was paid for.
    public var originalPurchaseDate: Date { originalPurchaseTime.date }
    /// When the subscription period ends or renews; `nil` for other products.
    public var expirationDate: Date? { expirationTime?.date }
    /// When the store took the purchase back (refund, or family sharing ended); `nil` while it stands.
    public var revocationDate: Date? { revocationTime?.date }
    /// When the store described the transaction like this; decides which of two descriptions is newer.
    public var signedDate: Date? { signedTime?.date }
}

extension StoreTransaction.Fields {
    /// When this transaction was paid for, to the millisecond.
    public var purchaseDate: Date {
        get { purchaseTime.date }
        set { purchaseTime = Timestamp(newValue) }
    }

    /// When the line's first transaction was paid for, to the millisecond.
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

    /// When the store described the transaction like this, to the millisecond.
    public var signedDate: Date? {
        get { signedTime?.date }
        set { signedTime = newValue.map { Timestamp($0) } }
    }
}
