#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A message of the App Store for the customer; the app chooses the moment to show it.
public struct StoreMessage: Sendable, Identifiable {
    /// Identifies the message.
    public let id: UUID
    /// The subject of the message.
    public let reason: Reason
    private let show: @MainActor @Sendable (PurchasePresentation?) throws -> Void

    /// Makes a message; the backend passes how it is shown.
    public init(
        id: UUID = UUID(), reason: Reason, show: @escaping @MainActor @Sendable (PurchasePresentation?) throws -> Void
    ) {
        self.id = id
        self.reason = reason
        self.show = show
    }

    /// Shows the message.
    ///
    /// - Parameter presentation: the scene for the message; `nil` lets the backend choose if it can.
    /// - Throws: the platform's error.
    @MainActor
    public func display(in presentation: PurchasePresentation? = nil) throws { try show(presentation) }

    /// The subject of a message: the App Store's number; unknown ones are kept.
    public struct Reason: RawRepresentable, Sendable, Hashable {
        /// The App Store's number.
        public var rawValue: Int
        /// A reason by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Anything else.
        public static let generic = Reason(rawValue: 0)
        /// The customer has to agree to a price increase.
        public static let priceIncreaseConsent = Reason(rawValue: 1)
        /// The payment of a subscription failed.
        public static let billingIssue = Reason(rawValue: 2)
        /// A win-back offer.
        public static let winBackOffer = Reason(rawValue: 3)
    }
}
