#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreTransaction {
    /// The offer that a transaction was bought with.
    public struct Offer: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The type of offer.
        public var type: StoreOffer.OfferType
        /// The offer's identifier; introductory offers have none.
        public var id: String?
        /// How the offer is paid.
        public var paymentMode: StoreOffer.PaymentMode?
        /// How long the offer lasts; the App Store reports it from iOS 18.4 on.
        public var period: SubscriptionPeriod?

        /// An applied offer.
        public init(
            type: StoreOffer.OfferType, id: String? = nil, paymentMode: StoreOffer.PaymentMode? = nil,
            period: SubscriptionPeriod? = nil
        ) {
            self.type = type
            self.id = id
            self.paymentMode = paymentMode
            self.period = period
        }

        /// Type and identifier, such as `promotional offer spring`.
        public var description: String { "\(type) offer" + (id.map { " \($0)" } ?? "") }
    }

    /// Why a purchase was revoked: the App Store's number; unknown ones are kept.
    public struct RevocationReason: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The App Store's number.
        public var rawValue: Int
        /// A reason by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The reason's name, or the number of an unknown reason.
        public var description: String {
            switch self {
            case .other: "other"
            case .developerIssue: "developerIssue"
            default: "\(rawValue)"
            }
        }
        /// Another reason, such as a purchase made by accident.
        public static let other = RevocationReason(rawValue: 0)
        /// A problem with the app.
        public static let developerIssue = RevocationReason(rawValue: 1)
        /// The subscription continues in a bundle; from iOS 27 on.
        public static let upgradedToBundle = RevocationReason(rawValue: 2)
    }

    /// How a purchase was revoked.
    ///
    /// Unknown values are kept.
    public struct RevocationType: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's spelling.
        public var rawValue: String
        /// A type by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The full price was refunded.
        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
        /// A part of the price was refunded: see ``StoreTransaction/revocationPercentage``.
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
        /// Family sharing ended.
        public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")
        /// The customer's organisation ended the assignment; from iOS 27 on.
        public static let assignmentRevocation = RevocationType(rawValue: "ASSIGNMENT_REVOKE")
    }

    /// The progress of a commitment that is paid in parts, such as a year that is billed by the month.
    public struct CommitmentInfo: Sendable, Hashable, Codable {
        /// The number of the current billing period, from 1 on.
        public var billingPeriodNumber: Int
        /// How many billing periods there are.
        public var totalBillingPeriods: Int
        /// When the commitment ends.
        package var expirationTime: Timestamp
        /// The total price of all billing periods, in the transaction's currency.
        public var price: Decimal

        /// When the commitment ends, to the millisecond.
        public var expirationDate: Date {
            get { expirationTime.date }
            set { expirationTime = Timestamp(newValue) }
        }

        /// Makes the progress of a commitment.
        public init(billingPeriodNumber: Int, totalBillingPeriods: Int, expirationDate: Date, price: Decimal) {
            self.billingPeriodNumber = billingPeriodNumber
            self.totalBillingPeriods = totalBillingPeriods
            self.expirationTime = Timestamp(expirationDate)
            self.price = price.exactPrice
        }

        private enum CodingKeys: String, CodingKey {
            case billingPeriodNumber, totalBillingPeriods
            case expirationTime = "expirationDate"
            case price
        }
    }

    /// The bundle that a subscription belongs to.
    public struct Bundle: Sendable, Hashable, Codable {
        /// The bundle's product.
        public var productID: String?
        /// The bundle's subscription group.
        public var subscriptionGroupID: String?
        /// The bundle's transaction for the same period.
        public var transactionID: String?
        /// The first transaction of the bundle.
        public var originalTransactionID: String?

        /// Makes a bundle.
        public init(
            productID: String? = nil, subscriptionGroupID: String? = nil, transactionID: String? = nil,
            originalTransactionID: String? = nil
        ) {
            self.productID = productID
            self.subscriptionGroupID = subscriptionGroupID
            self.transactionID = transactionID
            self.originalTransactionID = originalTransactionID
        }
    }
    /// The seats of a subscription that was bought for several people; from iOS 27.3 on.
    ///
    /// The transaction's ``StoreTransaction/purchasedQuantity`` is the number of seats bought with it, and its price is
    /// the average price of one seat.
    public struct MultiSeatInfo: Sendable, Hashable, Codable {
        /// Who invites the members.
        public let invitationManagement: InvitationManagement
        /// The prices of the seats, the highest first, which is the order in which seats fill the tiers.
        ///
        /// The sum of each price times its quantity is the price of all seats together.
        public let priceTiers: [PriceTier]
        /// How many of the seats the App Store has revoked; `nil` when it has revoked none.
        public let revokedSeatQuantity: Int?

        /// The seats of a transaction.
        public init(
            invitationManagement: InvitationManagement, priceTiers: [PriceTier], revokedSeatQuantity: Int? = nil
        ) {
            self.invitationManagement = invitationManagement
            self.priceTiers = priceTiers.inOrder
            self.revokedSeatQuantity = revokedSeatQuantity
        }
    }

    /// Why one period has several transactions: the App Store's spelling; unknown ones are kept.
    public struct AdditionalTransactionReason: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's spelling.
        public var rawValue: String
        /// A reason by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Seats were added in the middle of the period.
        public static let seatAddition = AdditionalTransactionReason(rawValue: "SEAT_ADDITION")
    }

    /// How the customer came to own the product.
    ///
    /// Unknown values are kept.
    public struct OwnershipType: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The App Store's spelling.
        public var rawValue: String
        /// An ownership by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Bought by this customer.
        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        /// Shared by a family member.
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
        /// Assigned by the organisation that the customer belongs to; from iOS 27 on.
        public static let assigned = OwnershipType(rawValue: "ASSIGNED")
    }

    /// Who made the transaction.
    ///
    /// Unknown values are kept.
    public struct Reason: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The App Store's spelling.
        public var rawValue: String
        /// A reason by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// The customer bought it.
        public static let purchase = Reason(rawValue: "PURCHASE")
        /// The App Store renewed a subscription.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }
}
