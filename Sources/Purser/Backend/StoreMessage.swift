#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Something that the store wants to show to the customer, when the app thinks fit.
public struct StoreMessage: Sendable, Identifiable {
    /// Tells messages apart.
    public let id: UUID
    /// What it is about.
    public let reason: Reason
    private let show: @MainActor @Sendable (PurchasePresentation?) throws -> Void

    /// A message; the backend says how it is shown.
    public init(
        id: UUID = UUID(), reason: Reason, show: @escaping @MainActor @Sendable (PurchasePresentation?) throws -> Void
    ) {
        self.id = id
        self.reason = reason
        self.show = show
    }

    /// Shows it.
    ///
    /// - Parameter presentation: the scene in which; `nil` leaves that to the backend where it can.
    /// - Throws: what the platform throws.
    @MainActor
    public func display(in presentation: PurchasePresentation? = nil) throws { try show(presentation) }

    /// What a message is about: the App Store's number; unknown ones are kept.
    public struct Reason: RawRepresentable, Sendable, Hashable {
        /// The App Store's number.
        public var rawValue: Int
        /// A reason by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Anything else.
        public static let generic = Reason(rawValue: 0)
        /// The customer has to agree to a higher price.
        public static let priceIncreaseConsent = Reason(rawValue: 1)
        /// A subscription could not be paid.
        public static let billingIssue = Reason(rawValue: 2)
        /// A win-back offer.
        public static let winBackOffer = Reason(rawValue: 3)
    }
}
