#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreTransaction {
    /// How far a customer has come in a commitment that is paid in parts, such as a year that is billed by the month.
    public struct CommitmentInfo: Sendable, Hashable, Codable {
        /// The number of the present part, from 1 on.
        public var billingPeriodNumber: Int
        /// How many parts there are.
        public var totalBillingPeriods: Int
        /// When the commitment ends.
        package var expirationTime: Timestamp
        /// What all parts cost together, in the transaction's currency.
        public var price: Decimal

        /// When the commitment ends, to the millisecond.
        public var expirationDate: Date {
            get { expirationTime.date }
            set { expirationTime = Timestamp(newValue) }
        }

        /// A commitment.
        public init(billingPeriodNumber: Int, totalBillingPeriods: Int, expirationDate: Date, price: Decimal) {
            self.billingPeriodNumber = billingPeriodNumber
            self.totalBillingPeriods = totalBillingPeriods
            self.expirationTime = Timestamp(expirationDate)
            self.price = price
        }

        private enum CodingKeys: String, CodingKey {
            case billingPeriodNumber
            case totalBillingPeriods
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
        /// The first transaction of the bundle's line.
        public var originalTransactionID: String?

        /// A bundle.
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
}
