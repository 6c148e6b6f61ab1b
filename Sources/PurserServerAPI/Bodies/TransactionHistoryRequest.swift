#if Verification
    public import Foundation
    public import Purser

    /// Which of a customer's transactions are read, and in which order; all of them unless something else is said.
    ///
    /// A reader who goes on from a revision asks with the same request as before.
    public struct TransactionHistoryRequest: Sendable, Hashable {
        /// The order of a history: by the date of the last change.
        public enum Order: String, Sendable, Hashable {
            /// Oldest first.
            case ascending = "ASCENDING"
            /// Latest first.
            case descending = "DESCENDING"
        }

        /// The two forms of the call.
        public enum Version: String, Sendable, Hashable {
            /// Without consumables that were finished; deprecated by Apple.
            case v1
            /// With all transactions.
            case v2
        }

        /// The first purchase date; `nil` for the beginning.
        public var startDate: Date?
        /// The last purchase date; `nil` for the end.
        public var endDate: Date?
        /// The products; empty for all.
        public var productIDs: [String] = []
        /// The types of the products, in the spelling of Apple's queries; empty for all.
        public var productTypes: [ProductType] = []
        /// The subscription groups; empty for all.
        public var subscriptionGroupIDs: [String] = []
        /// How the customer came to own them; `nil` for any way.
        public var ownershipType: StoreTransaction.OwnershipType?
        /// Whether only those that were taken back are read, or only the others; `nil` for both.
        public var revoked: Bool?
        /// The order; `nil` for Apple's, which is ascending.
        public var order: Order?

        /// All transactions.
        public init() {}

        /// A type of products, as Apple's queries spell it.
        public struct ProductType: RawRepresentable, Sendable, Hashable {
            /// The spelling.
            public var rawValue: String
            /// A type by its spelling.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Subscriptions that renew.
            public static let autoRenewable = Self(rawValue: "AUTO_RENEWABLE")
            /// Subscriptions that do not.
            public static let nonRenewable = Self(rawValue: "NON_RENEWABLE")
            /// What is used up.
            public static let consumable = Self(rawValue: "CONSUMABLE")
            /// What is kept.
            public static let nonConsumable = Self(rawValue: "NON_CONSUMABLE")
        }

        /// The values of the query, in a fixed order.
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
