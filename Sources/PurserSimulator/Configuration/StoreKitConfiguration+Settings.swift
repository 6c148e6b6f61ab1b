public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreKitConfiguration {
    /// The settings of the test store.
    ///
    /// Interrupted purchases and price increases are not part of the file.
    public struct Settings: Sendable, Hashable {
        /// The language of names and descriptions.
        public var locale = "en_US"
        /// The country whose currency the prices are in.
        public var storefront = StoreStorefront.unitedStates
        /// How fast subscriptions renew.
        public var timeRate = SubscriptionTimeRate.realTime
        /// Whether a purchase waits for a parent's approval.
        public var isAskToBuyEnabled = false
        /// Whether renewals fail and enter billing retry.
        public var hasBillingIssues = false
        /// Whether a billing retry begins with a grace period; without billing issues it has no effect.
        public var hasBillingGracePeriod = false
        /// Whether the store asks no confirmation; the embedded App Store asks none in either case.
        public var areDialogsDisabled = false
        /// Whether every purchase fails with ``storeKitError`` (the failure injection before Xcode 15).
        public var failsTransactions = false
        /// The code of StoreKit 1's `SKError` for ``failsTransactions``; 0 is unknown.
        public var storeKitError = 0
        /// Failures per call (Xcode 15 and later), also those that are switched off.
        public var failures: [Failure] = []
        /// App Store Connect's id of the app, when the file is synchronized with it.
        public var applicationInternalID: String?
        /// The developer team, when the file is synchronized with App Store Connect.
        public var developerTeamID: String?
        /// When the file was last synchronized with App Store Connect.
        public var lastSynchronized: Date?

        /// The settings of a new file.
        public init() {}

        /// The failure that a call has to end in now; `nil` when it is switched off or not in the file.
        public func failure(of call: Failure.Call) -> Failure? {
            failures.first { $0.call == call && $0.isEnabled }
        }
    }

    /// A failure that the store injects into one call.
    public struct Failure: Sendable, Hashable {
        /// The call that fails.
        public var call: Call
        /// Whether it fails now; when not, type and index only remember the last choice.
        public var isEnabled: Bool
        /// The family of the error: `generic`, `purchase` and `verification` have been seen.
        public var type: String?
        /// The index of the error in its family, in the order of Xcode.
        ///
        /// Apple does not document the order.
        public var index: Int?

        /// Calls that can be made to fail, by Xcode's names; unknown ones are kept.
        public struct Call: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
            /// Xcode's name.
            public var rawValue: String
            /// A call by Xcode's name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// The raw value.
            public var description: String { rawValue }
            /// Fetching products.
            public static let loadProducts = Call(rawValue: "Load Products")
            /// Purchasing.
            public static let purchase = Call(rawValue: "Purchase")
            /// Verifying a transaction.
            public static let verification = Call(rawValue: "Verification")
            /// Restoring.
            public static let appStoreSync = Call(rawValue: "App Store Sync")
            /// Asking for a subscription's state.
            public static let subscriptionStatus = Call(rawValue: "Subscription Status")
            /// Asking for the purchase of the app itself.
            public static let appTransaction = Call(rawValue: "App Transaction")
            /// Showing the subscriptions.
            public static let manageSubscriptions = Call(rawValue: "Manage Subscriptions Sheet")
            /// Asking for a refund.
            public static let refundRequest = Call(rawValue: "Refund Request Sheet")
            /// Redeeming an offer code.
            public static let offerCodeRedeem = Call(rawValue: "Offer Code Redeem Sheet")
        }
    }
}
