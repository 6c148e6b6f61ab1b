#if Server
    public import Purser

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// Everything that a ``PurchaseBook`` stores of one user, to be encoded for the person who asks for it.
    public struct BookExport: Sendable, Encodable {
        /// An update.
        public struct Update: Sendable, Encodable {
            /// Its number.
            public let number: UInt64
            /// What has happened.
            public let kind: String
            /// When it was recorded.
            public let date: Date
            /// The transaction.
            public let transaction: StoreTransaction
        }

        /// What a consumer has still to do for the user, or what is to be done at a moment.
        public struct Due: Sendable, Encodable {
            /// The consumer's name; of what is due by time, `job:` and its name.
            public let consumer: String
            /// The number of the latest update.
            public let wanted: Int64
            /// The number of the latest update that was dealt with.
            public let seen: Int64
            /// Since when the user waits, or the moment.
            public let date: Date
            /// Why it failed, where it did.
            public let reason: String?
        }

        /// How many units of a transaction a consumer's handlers have delivered.
        public struct Delivered: Sendable, Encodable {
            /// The consumer's name.
            public let consumer: String
            /// The transaction's identifier.
            public let transaction: String
            /// How many units.
            public let quantity: Int64
        }

        /// The account token.
        public let user: UUID
        /// The identifiers of the user's subscriptions and purchases, with those that were joined to them.
        public let lines: [String]
        /// The latest version of each transaction.
        public let transactions: [StoreTransaction]
        /// The latest renewal information of each subscription.
        public let renewals: [StoreRenewalInfo]
        /// The updates that were not removed.
        public let updates: [Update]
        /// The number of the latest update; 0 where there was none.
        public let latestNumber: UInt64
        /// Up to which number updates were removed by age; 0 where none were.
        public let removedNumber: UInt64
        /// What is still to be done.
        public let due: [Due]
        /// What was delivered.
        public let delivered: [Delivered]
    }
#endif
