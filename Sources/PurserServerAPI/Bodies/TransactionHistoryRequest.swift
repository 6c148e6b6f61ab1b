#if Verification
    public import Foundation
    public import Purser

    /// The filter and the order of a transaction history; all transactions by default.
    ///
    /// Use the same request when you continue from a revision.
    public struct TransactionHistoryRequest: Sendable, Hashable {
        /// The order of a history, by the date of the last change.
        public enum Order: String, Sendable, Hashable {
            /// Oldest first.
            case ascending = "ASCENDING"
            /// Latest first.
            case descending = "DESCENDING"
        }

        /// The two versions of the call.
        public enum Version: String, Sendable, Hashable {
            /// Without finished consumables; deprecated by Apple.
            case v1
            /// All transactions.
            case v2
        }

        /// The first purchase date; `nil` for no limit.
        public var startDate: Date?
        /// The last purchase date; `nil` for no limit.
        public var endDate: Date?
        /// The products; empty for all.
        public var productIDs: [String] = []
        /// The types of the products; empty for all.
        public var productTypes: [StoreProduct.ProductType] = []
        /// The subscription groups; empty for all.
        public var subscriptionGroupIDs: [String] = []
        /// How the customer owns the products; `nil` for any way.
        public var ownershipType: StoreTransaction.OwnershipType?
        /// `true` for only revoked transactions, `false` for only the others; `nil` for both.
        public var revoked: Bool?
        /// The order; `nil` for Apple's default, which is ascending.
        public var order: Order?

        /// All transactions.
        public init() {}

        /// The names and values of the query, in a fixed order.
        var query: [(String, String)] {
            var query: [(String, String)] = []
            if let startDate { query.append(("startDate", "\(Timestamp(startDate).milliseconds)")) }
            if let endDate { query.append(("endDate", "\(Timestamp(endDate).milliseconds)")) }
            query += productIDs.map { ("productId", $0) }
            query += productTypes.map { ("productType", $0.querySpelling) }
            query += subscriptionGroupIDs.map { ("subscriptionGroupIdentifier", $0) }
            if let ownershipType { query.append(("inAppOwnershipType", ownershipType.rawValue)) }
            if let revoked { query.append(("revoked", "\(revoked)")) }
            if let order { query.append(("sort", order.rawValue)) }
            return query
        }
    }

    extension StoreProduct.ProductType {
        /// The type as Apple's queries spell it; an unknown one has its own spelling.
        package var querySpelling: String {
            switch self {
            case .autoRenewable: "AUTO_RENEWABLE"
            case .nonRenewable: "NON_RENEWABLE"
            case .consumable: "CONSUMABLE"
            case .nonConsumable: "NON_CONSUMABLE"
            default: rawValue
            }
        }
    }
#endif
