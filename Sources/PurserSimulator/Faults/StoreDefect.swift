/// A past or present defect of Apple's stores, by its name; more may be added.
///
/// A ``FaultPlan`` enables each one with its own chance: `FaultPlan(defects: [.finishNotTaken: 1])`. On such an App
/// Store, a `PurchaseStore` still grants every charge once and reports every renewal once.
public struct StoreDefect: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The defect's name.
    public var rawValue: String
    /// A defect by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The raw value.
    public var description: String { rawValue }

    /// A successful purchase is reported as cancelled; its transaction comes later, without its payment.
    public static let cancelledAfterPurchase = StoreDefect(rawValue: "cancelledAfterPurchase")

    /// A purchase ends with an unknown error although it is charged; its transaction comes later, without its payment.
    public static let errorBeforeCharge = StoreDefect(rawValue: "errorBeforeCharge")

    /// For about a second after a purchase, the App Store does not list it, either as unfinished or in a restore.
    ///
    /// It is reported as unfinished after that second. Source: measured in the simulator of iOS 26.5, 0.88 to 1.13 s.
    public static let nothingListedAfterPurchase = StoreDefect(rawValue: "nothingListedAfterPurchase")

    /// About a second after the answer to a purchase, the App Store reports it again, finished or not, without its
    /// payment.
    public static let purchaseReportedAgain = StoreDefect(rawValue: "purchaseReportedAgain")

    /// A restore succeeds without any transactions.
    ///
    /// Before iOS 26.5, if the device's calendar is not Gregorian. Source: Apple's release notes of watchOS 26.5,
    /// 173415174.
    public static let emptyEntitlements = StoreDefect(rawValue: "emptyEntitlements")

    /// A finish reports success without effect; the next purchase of the product is answered with the old transaction,
    /// without a charge, until a later finish takes effect.
    ///
    /// It happens at most ``FaultPlan/failuresInARow`` times in a row. iOS 26 beta 3, and StoreKit 1 on 26.4. Source:
    /// Apple's developer forum.
    public static let finishNotTaken = StoreDefect(rawValue: "finishNotTaken")

    /// After a relaunch of the app, a subscription has another original identifier, in its first transaction and all
    /// later ones.
    ///
    /// Source: `previousOriginalTransactionID`, Apple's field for the former identifier from iOS 27 on; here no field
    /// contains it.
    public static let originalIDChanged = StoreDefect(rawValue: "originalIDChanged")

    /// The status of a subscription is not reported, only its transactions and renewal info.
    public static let statusMissing = StoreDefect(rawValue: "statusMissing")

    /// All defects.
    public static let all: [StoreDefect] = [
        .cancelledAfterPurchase, .errorBeforeCharge, .nothingListedAfterPurchase, .purchaseReportedAgain,
        .emptyEntitlements, .finishNotTaken, .originalIDChanged, .statusMissing,
    ]
}
