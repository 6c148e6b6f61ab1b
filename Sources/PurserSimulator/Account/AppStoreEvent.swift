public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Something that happened at an ``EmbeddedAppStore``; see ``EmbeddedAppStore/events``.
public struct AppStoreEvent: Sendable {
    /// When it happened, by the App Store's clock.
    public let date: Date
    /// What happened.
    public let content: Content

    /// What happened; more cases may come.
    public enum Content: Sendable {
        /// A transaction is new, or has another state than before.
        case transaction(StoreTransaction)
        /// A subscription goes on in another way than before.
        case subscription(SimulatedSubscription)
        /// A payment waits for somebody.
        case paymentWaits(PendingPayment)
        /// A payment that waited was approved or declined, or has lapsed.
        case paymentAnswered(PendingPayment.ID, isApproved: Bool)
        /// The app has finished transactions on the first device.
        case finished(transactionIDs: [String])
        /// A transaction was deleted.
        case deleted(transactionID: String)
        /// The customer is new: everything was cleared.
        case cleared
        /// The app's server gets a notification.
        case notification(ServerNotification)
        /// The customer has moved to another country.
        case storefront(StoreStorefront)
        /// The store behaves in another way.
        case settings(SimulatorSettings)
        /// Other things go wrong.
        case faults(FaultPlan)
        /// The network has gone, or is back.
        case network(isOnline: Bool)
        /// The customer may pay, or may not.
        case payments(areAllowed: Bool)
        /// Time was moved forward.
        case timeMoved
        /// The reader was too slow, and has missed so many events.
        case missed(count: Int)
    }
}
