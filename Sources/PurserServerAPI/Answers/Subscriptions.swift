#if Verification
    public import Foundation
    public import Purser

    /// The states of a customer's subscriptions.
    public struct SubscriptionStatuses: AnswerObject {
        let fields: AnswerFields

        /// Where they were bought.
        public var environment: StoreEnvironment? { fields.text("environment").map { .init(rawValue: $0) } }
        /// The app.
        public var bundleID: String? { fields.text("bundleId") }
        /// The app's number in the store; a sandbox names none.
        public var appID: UInt64? { fields.integer("appAppleId").flatMap { UInt64(exactly: $0) } }
        /// The subscriptions, by their groups.
        public var groups: [SubscriptionGroupStatus] { fields.objects("data").map { .init(fields: $0) } }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "environment": .text, "bundleId": .text, "appAppleId": .integer,
            "data": .objects(SubscriptionGroupStatus.known),
        ]
    }

    /// The states of a customer's subscriptions in one group.
    public struct SubscriptionGroupStatus: AnswerObject {
        let fields: AnswerFields

        /// The group.
        public var groupID: String? { fields.text("subscriptionGroupIdentifier") }
        /// Each subscription's latest state.
        public var lastTransactions: [LastTransaction] { fields.objects("lastTransactions").map { .init(fields: $0) } }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "subscriptionGroupIdentifier": .text, "lastTransactions": .objects(LastTransaction.known),
        ]
    }

    /// The latest state of one subscription.
    public struct LastTransaction: AnswerObject {
        let fields: AnswerFields

        /// Where it stands.
        public var status: StoreSubscriptionStatus.RenewalState? { fields.int("status").map { .init(rawValue: $0) } }
        /// The subscription.
        public var originalTransactionID: String? { fields.text("originalTransactionId") }
        /// Its latest transaction, as compact JWS.
        public var signedTransaction: String? { fields.text("signedTransactionInfo") }
        /// Its renewal info, as compact JWS.
        public var signedRenewalInfo: String? { fields.text("signedRenewalInfo") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "status": .integer, "originalTransactionId": .text, "signedTransactionInfo": .text,
            "signedRenewalInfo": .text,
        ]
    }

    /// How the extension of one subscription went.
    public struct RenewalExtension: AnswerObject {
        let fields: AnswerFields

        /// The subscription.
        public var originalTransactionID: String? { fields.text("originalTransactionId") }
        /// The period, by the store's number.
        public var webOrderLineItemID: String? { fields.text("webOrderLineItemId") }
        /// Whether it was extended.
        public var isExtended: Bool? { fields.flag("success") }
        /// When the extended period ends.
        public var effectiveDate: Date? { fields.date("effectiveDate") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "originalTransactionId": .text, "webOrderLineItemId": .text, "success": .flag, "effectiveDate": .time,
        ]
    }

    /// An extension of all subscriptions that has begun.
    public struct MassRenewalExtension: AnswerObject {
        let fields: AnswerFields

        /// Its identifier, which the caller has chosen.
        public var requestID: String? { fields.text("requestIdentifier") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = ["requestIdentifier": .text]
    }

    /// How an extension of all subscriptions goes.
    public struct MassRenewalExtensionStatus: AnswerObject {
        let fields: AnswerFields

        /// Its identifier.
        public var requestID: String? { fields.text("requestIdentifier") }
        /// Whether it has ended.
        public var isComplete: Bool? { fields.flag("complete") }
        /// When it ended.
        public var completionDate: Date? { fields.date("completeDate") }
        /// How many were extended.
        public var succeededCount: Int? { fields.int("succeededCount") }
        /// How many were not.
        public var failedCount: Int? { fields.int("failedCount") }
        /// The members that this version has no property for, as one JSON object; `nil` when there are none.
        public var unknownFields: String? { fields.unknown(besides: Self.known) }

        static let known: MemberKinds = [
            "requestIdentifier": .text, "complete": .flag, "completeDate": .time, "succeededCount": .integer,
            "failedCount": .integer,
        ]
    }
#endif
