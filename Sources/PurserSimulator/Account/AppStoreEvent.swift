public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An event at an ``EmbeddedAppStore``; see ``EmbeddedAppStore/events``.
public struct AppStoreEvent: Sendable {
    /// The date of the event, by the App Store's clock.
    public let date: Date
    /// The content of the event.
    public let content: Content

    /// The content of an event; more cases may be added.
    public enum Content: Sendable {
        /// A transaction is new or changed.
        case transaction(StoreTransaction)
        /// A subscription changed.
        case subscription(SimulatedSubscription)
        /// A payment waits for a decision.
        case paymentWaits(PendingPayment)
        /// A waiting payment was approved, was declined or lapsed.
        case paymentAnswered(PendingPayment.ID, isApproved: Bool)
        /// The app finished transactions on the first device.
        case finished(transactionIDs: [String])
        /// A transaction was deleted.
        case deleted(transactionID: String)
        /// The account was cleared.
        case cleared
        /// A notification is due to the app's server.
        case notification(ServerNotification)
        /// The customer moved to another country.
        case storefront(StoreStorefront)
        /// The settings changed.
        case settings(SimulatorSettings)
        /// The fault plan changed.
        case faults(FaultPlan)
        /// The network became unavailable or available.
        case network(isOnline: Bool)
        /// Payments were allowed or forbidden.
        case payments(areAllowed: Bool)
        /// Time was moved forward.
        case timeMoved
        /// Events were dropped because their consumer was too slow.
        case missed(count: Int)
    }
}
