/// A defect that Apple's stores have or had, by name; more may come.
///
/// A ``FaultPlan`` switches each on by itself, with the chance that it shows: `FaultPlan(defects: [.finishNotTaken: 1])`. A
/// store on such an App Store still grants every charge once, and tells every renewal once.
public struct StoreDefect: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The defect's name.
    public var rawValue: String
    /// A defect by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The raw value.
    public var description: String { rawValue }

    /// A purchase that succeeded is reported as cancelled; its transaction comes later and names no payment.
    ///
    /// iOS 18.3.1 to 18.5. Source: RevenueCat's documentation, "Known store issues", StoreKit.
    public static let cancelledAfterPurchase = StoreDefect(rawValue: "cancelledAfterPurchase")

    /// A purchase ends with an unknown error, and is charged all the same: its transaction comes later and names no payment.
    ///
    /// Any version. Source: Apple's developer forum, thread 801031.
    public static let errorBeforeCharge = StoreDefect(rawValue: "errorBeforeCharge")

    /// For about a second after a purchase the store does not list it: not as unfinished, and not in a restore.
    ///
    /// As unfinished it is told when the second is over. Source: measured in the simulator of iOS 26.5, 0.88 to 1.13 s.
    public static let nothingListedAfterPurchase = StoreDefect(rawValue: "nothingListedAfterPurchase")

    /// About a second after a purchase was answered the store tells it once more, finished or not, and names no payment.
    ///
    /// Source: measured in the simulator of iOS 26.5.
    public static let purchaseReportedAgain = StoreDefect(rawValue: "purchaseReportedAgain")

    /// A restore brings nothing, and says that all went well.
    ///
    /// Before iOS 26.5, where the device's calendar is not the Gregorian one. Source: Apple's release notes of watchOS 26.5,
    /// 173415174.
    public static let emptyEntitlements = StoreDefect(rawValue: "emptyEntitlements")

    /// A finish is answered as done and does not take; the next purchase of the product is answered with the old transaction,
    /// and not charged, until a later finish takes.
    ///
    /// It does not take ``FaultPlan/failuresInARow`` times in a row at most. iOS 26 beta 3, and StoreKit 1 on 26.4. Source:
    /// Apple's developer forum.
    public static let finishNotTaken = StoreDefect(rawValue: "finishNotTaken")

    /// When the app is launched again, a subscription has another original identifier: its first transaction says so, and all that
    /// come later.
    ///
    /// Source: `previousOriginalTransactionID`, by which Apple names the former one from iOS 27 on; here nothing does.
    public static let originalIDChanged = StoreDefect(rawValue: "originalIDChanged")

    /// Where a subscription stands is not told, only its transactions and how it goes on.
    ///
    /// `subscriptionStatus` is `nil` in TestFlight on iOS 26. Source: Apple's developer forum, October 2025.
    public static let statusMissing = StoreDefect(rawValue: "statusMissing")

    /// All of them.
    public static let all: [StoreDefect] = [
        .cancelledAfterPurchase, .errorBeforeCharge, .nothingListedAfterPurchase, .purchaseReportedAgain,
        .emptyEntitlements, .finishNotTaken, .originalIDChanged, .statusMissing,
    ]
}
