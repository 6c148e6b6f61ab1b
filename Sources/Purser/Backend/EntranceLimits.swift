/// The limits of what a backend tells and an app asks; whatever does not keep them is refused alone, and told.
///
/// They are far beyond what any store needs, and far below what a ledger could not keep. Requests of the app that do not
/// keep them throw ``PurchaseFailure`` with `.invalidRequest`; what a backend tells is listed in
/// ``PurchaseStore/refusedReports``.
public enum EntranceLimits {
    /// The longest identifier (of products, transactions, subscription groups, offers, promoted purchases, named readers),
    /// in UTF-8 bytes; it has at least one, and no control characters.
    public static let identifierBytes = 255
    /// The longest of the other texts, such as currencies, storefronts and reasons, in UTF-8 bytes.
    public static let textBytes = 1_024
    /// The longest signed form of a transaction or a renewal info, in UTF-8 bytes: 1 MiB.
    public static let signedFormBytes = 1 << 20
    /// The longest JSON of a transaction that is kept as it came (``StoreTransaction/unknownFields``,
    /// ``StoreTransaction/advancedCommerceInfo``), in UTF-8 bytes: 64 KiB.
    public static let rawFieldBytes = 64 << 10
    /// How many of a product one transaction may have bought: from 1 to this.
    public static let quantity = 1_000_000
    /// The most prices at which the seats of one transaction were sold.
    public static let priceTiers = 1_000
    /// How many identifiers of products or offers one event may name.
    public static let listedIdentifiers = 10_000
    /// How many promoted purchases are deferred at the same time; while there are so many, further ones are refused and
    /// listed in ``PurchaseStore/refusedReports``.
    public static let deferredPromotedPurchases = 256
    /// How many bytes of an error's text are kept with a dead letter.
    public static let reasonBytes = 4_096

    /// The dates that are taken in: from the year 1 to the year 9999, in milliseconds since 1970.
    package static let milliseconds = -62_135_596_800_000...253_402_300_799_999 as ClosedRange<Int64>
}
