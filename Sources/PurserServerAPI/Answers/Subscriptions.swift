#if Verification
    public import Foundation
    public import Purser

    /// The states of a customer's subscriptions.
    public struct SubscriptionStatuses: AnswerObject {
        let fields: AnswerFields

        /// The environment of the subscriptions.
        public var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
        /// The app's bundle identifier.
        public var bundleID: String? { fields.text("bundleId") }
        /// The app's Apple ID; `nil` in the sandbox.
        public var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// The subscription groups.
        public var groups: [SubscriptionGroupStatus] { fields.objects("data").map { .init(fields: $0) } }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "environment": .text, "bundleId": .text, "appAppleId": .integer,
            "data": .objects(SubscriptionGroupStatus.known),
        ]
        static let required = ["data"]
    }

    /// The states of a customer's subscriptions in one group.
    public struct SubscriptionGroupStatus: AnswerObject {
        let fields: AnswerFields

        /// The group's identifier.
        public var groupID: String? { fields.text("subscriptionGroupIdentifier") }
        /// The latest state of each subscription in the group.
        public var lastTransactions: [LastTransaction] { fields.objects("lastTransactions").map { .init(fields: $0) } }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "subscriptionGroupIdentifier": .text, "lastTransactions": .objects(LastTransaction.known),
        ]
    }

    /// The latest state of one subscription.
    public struct LastTransaction: AnswerObject {
        let fields: AnswerFields

        /// The state of the subscription.
        public var status: StoreSubscriptionStatus.RenewalState? { fields.int("status").map { .init(rawValue: $0) } }
        /// The subscription, by its original transaction identifier.
        public var originalTransactionID: String? { fields.text("originalTransactionId") }
        /// Its latest transaction, as compact JWS.
        public var signedTransaction: String? { fields.text("signedTransactionInfo") }
        /// Its renewal info, as compact JWS.
        public var signedRenewalInfo: String? { fields.text("signedRenewalInfo") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "status": .integer, "originalTransactionId": .text, "signedTransactionInfo": .text,
            "signedRenewalInfo": .text,
        ]
    }

    /// The result of extending one subscription.
    public struct RenewalExtension: AnswerObject {
        let fields: AnswerFields

        /// The subscription, by its original transaction identifier.
        public var originalTransactionID: String? { fields.text("originalTransactionId") }
        /// The identifier of the extended period.
        public var webOrderLineItemID: String? { fields.text("webOrderLineItemId") }
        /// Whether it was extended.
        public var isExtended: Bool? { fields.flag("success") }
        /// The new end of the period.
        public var effectiveDate: Date? { fields.date("effectiveDate") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "originalTransactionId": .text, "webOrderLineItemId": .text, "success": .flag, "effectiveDate": .time,
        ]
    }

    /// An extension for all subscribers that has begun.
    public struct MassRenewalExtension: AnswerObject {
        let fields: AnswerFields

        /// The identifier of the request, which is the caller's.
        public var requestID: String? { fields.text("requestIdentifier") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["requestIdentifier": .text]
    }

    /// The progress of an extension for all subscribers.
    public struct MassRenewalExtensionStatus: AnswerObject {
        let fields: AnswerFields

        /// The identifier of the request.
        public var requestID: String? { fields.text("requestIdentifier") }
        /// Whether it has ended.
        public var isComplete: Bool? { fields.flag("complete") }
        /// The date at which it ended.
        public var completionDate: Date? { fields.date("completeDate") }
        /// The number of subscriptions that were extended.
        public var succeededCount: Int? { fields.int("succeededCount") }
        /// The number of subscriptions that were not extended.
        public var failedCount: Int? { fields.int("failedCount") }
        /// The members without a property in this version, as one JSON object; `nil` for none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "requestIdentifier": .text, "complete": .flag, "completeDate": .time, "succeededCount": .integer,
            "failedCount": .integer,
        ]
    }
#endif
