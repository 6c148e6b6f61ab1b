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
        public var productTypes: [ProductType] = []
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

        /// A type of products, in the spelling of Apple's queries.
        public struct ProductType: RawRepresentable, Sendable, Hashable {
            /// The spelling.
            public var rawValue: String
            /// A type by its spelling.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Auto-renewable subscriptions.
            public static let autoRenewable = Self(rawValue: "AUTO_RENEWABLE")
            /// Non-renewing subscriptions.
            public static let nonRenewable = Self(rawValue: "NON_RENEWABLE")
            /// Consumables.
            public static let consumable = Self(rawValue: "CONSUMABLE")
            /// Non-consumables.
            public static let nonConsumable = Self(rawValue: "NON_CONSUMABLE")
        }

        /// The names and values of the query, in a fixed order.
        var query: [(String, String)] {
            var query: [(String, String)] = []
            if let startDate { query.append(("startDate", "\(Timestamp(startDate).milliseconds)")) }
            if let endDate { query.append(("endDate", "\(Timestamp(endDate).milliseconds)")) }
            query += productIDs.map { ("productId", $0) }
            query += productTypes.map { ("productType", $0.rawValue) }
            query += subscriptionGroupIDs.map { ("subscriptionGroupIdentifier", $0) }
            if let ownershipType { query.append(("inAppOwnershipType", ownershipType.rawValue)) }
            if let revoked { query.append(("revoked", "\(revoked)")) }
            if let order { query.append(("sort", order.rawValue)) }
            return query
        }
    }
#endif
