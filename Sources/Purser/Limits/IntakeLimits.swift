/// The limits of a backend's reports and an app's requests; only the item outside the limits is rejected.
///
/// They are far above the needs of any app, and far below what a ledger could not keep. Requests outside the limits
/// throw ``PurchaseFailure`` with `.invalidRequest`; rejected reports are listed in ``PurchaseStore/rejectedReports``.
public enum IntakeLimits {
    /// The longest identifier (of products, transactions, subscription groups, offers, promoted purchases, named
    /// consumers), in UTF-8 bytes; it has at least one byte, and no control characters of ASCII.
    public static let identifierBytes = 255
    /// The longest of the other texts, such as currencies, storefronts and reasons, in UTF-8 bytes.
    public static let textBytes = 1_024
    /// The longest signed form of a transaction or a renewal info, in UTF-8 bytes: 1 MiB.
    public static let signedFormBytes = 1 << 20
    /// The longest JSON of a transaction that is kept unchanged (``StoreTransaction/unknownFields``,
    /// ``StoreTransaction/advancedCommerceInfo``), in UTF-8 bytes: 64 KiB.
    public static let rawFieldBytes = 64 << 10
    /// The largest quantity of one transaction; the smallest is 1.
    public static let quantity = 1_000_000
    /// The most price tiers of the seats of one transaction.
    public static let priceTiers = 1_000
    /// The most identifiers of products or offers in one event.
    public static let listedIdentifiers = 10_000
    /// The most promoted purchases that are neither bought nor declined; further ones are rejected and listed in
    /// ``PurchaseStore/rejectedReports``, and the handler is not called.
    public static let deferredPromotedPurchases = 256
    /// The most bytes of an error's text that are kept with a dead letter.
    public static let reasonBytes = 4_096

    /// The accepted dates: from the year 1 to the year 9999, in milliseconds since 1970.
    package static let milliseconds = -62_135_596_800_000...253_402_300_799_999 as ClosedRange<Int64>
}
