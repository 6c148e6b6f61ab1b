package import Purser

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension StoreKitConfiguration {
    /// The settings of the test store.
    ///
    /// Interrupted purchases and price increases are not part of the file.
    package struct Settings: Sendable, Hashable {
        /// The language of names and descriptions.
        package var locale = "en_US"
        /// The country whose currency the prices are in.
        package var storefront = StoreStorefront.unitedStates
        /// The speed of subscription renewals.
        package var timeRate = SubscriptionTimeRate.realTime
        /// Whether a purchase waits for a parent's approval (Ask to Buy).
        package var isAskToBuyEnabled = false
        /// Whether renewals fail and enter billing retry.
        package var hasBillingIssues = false
        /// Whether a billing retry begins with a grace period; without billing issues it has no effect.
        package var hasBillingGracePeriod = false
        /// Whether confirmation dialogs are disabled; the embedded App Store never shows any.
        package var areDialogsDisabled = false
        /// Whether every purchase fails with ``storeKitError`` (the failure injection before Xcode 15).
        package var failsTransactions = false
        /// The code of StoreKit 1's `SKError` for ``failsTransactions``; 0 means unknown.
        package var storeKitError = 0
        /// Failures by call (Xcode 15 and later), including disabled ones.
        package var failures: [Failure] = []
        /// App Store Connect's id of the app, if the file is synchronized with it.
        package var applicationInternalID: String?
        /// The developer team, if the file is synchronized with App Store Connect.
        package var developerTeamID: String?
        /// The date of the last synchronization with App Store Connect.
        package var lastSynchronized: Date?

        /// The settings of a new file.
        package init() {}

        /// The enabled failure of a call; `nil` if it is disabled or not in the file.
        package func failure(of call: Failure.Call) -> Failure? {
            failures.first { $0.call == call && $0.isEnabled }
        }
    }

    /// A failure that the store injects into one call.
    package struct Failure: Sendable, Hashable {
        /// The call that fails.
        package var call: Call
        /// Whether it is enabled; if not, type and index are only the last selection.
        package var isEnabled: Bool
        /// The family of the error: `generic`, `purchase` and `verification` have been seen.
        package var type: String?
        /// The index of the error in its family, in Xcode's order.
        package var index: Int?

        /// Calls that can be set to fail, by Xcode's names; unknown ones are kept.
        package struct Call: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
            /// Xcode's name.
            package var rawValue: String
            /// A call by Xcode's name.
            package init(rawValue: String) { self.rawValue = rawValue }
            /// The raw value.
            package var description: String { rawValue }
            /// Fetching products.
            package static let loadProducts = Call(rawValue: "Load Products")
            /// Purchasing.
            package static let purchase = Call(rawValue: "Purchase")
            /// Verifying a transaction.
            package static let verification = Call(rawValue: "Verification")
            /// Restoring.
            package static let appStoreSync = Call(rawValue: "App Store Sync")
            /// Reading a subscription's status.
            package static let subscriptionStatus = Call(rawValue: "Subscription Status")
            /// Reading the app transaction.
            package static let appTransaction = Call(rawValue: "App Transaction")
            /// Showing the sheet with the subscriptions.
            package static let manageSubscriptions = Call(rawValue: "Manage Subscriptions Sheet")
            /// Requesting a refund.
            package static let refundRequest = Call(rawValue: "Refund Request Sheet")
            /// Redeeming an offer code.
            package static let offerCodeRedeem = Call(rawValue: "Offer Code Redeem Sheet")
        }
    }
}
