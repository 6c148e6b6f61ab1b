import Purser
package import PurserFormats

/// The kind of the App Store's compact JWS, recognised by its members.
package enum SignedKind: String, Sendable, CaseIterable {
    /// A transaction.
    case transaction
    /// A renewal info.
    case renewalInfo
    /// An app transaction.
    case appTransaction
    /// A notification.
    case notification
    /// A request for a retention message.
    case retentionRequest

    /// The member that every payload of this kind has, and no other.
    var mark: String {
        switch self {
        case .transaction: "transactionId"
        case .renewalInfo: "autoRenewStatus"
        case .appTransaction: "receiptType"
        case .notification: "notificationType"
        case .retentionRequest: "userLocale"
        }
    }

    /// Its name in messages.
    var words: String {
        switch self {
        case .transaction: "transaction"
        case .renewalInfo: "renewal info"
        case .appTransaction: "app transaction"
        case .notification: "notification"
        case .retentionRequest: "request for a retention message"
        }
    }

    /// Recognises the kind by the members that only one kind has.
    package init(_ members: [String: JSONValue]) {
        let marked: [SignedKind] = [.notification, .appTransaction, .transaction, .retentionRequest]
        self =
            marked.first { members[$0.mark] != nil } ?? (members["bundleId"] != nil ? .transaction : .renewalInfo)
    }

    /// The checks that fit it, in their order.
    package var checks: [SignedDataCheck] {
        let all: [SignedDataCheck] = [
            .form, .algorithm, .certificates, .dates, .chain, .signature, .kind, .app, .environment, .nested,
        ]
        return all.filter { check in
            check == .nested ? self == .notification : check == .app ? self != .renewalInfo : true
        }
    }

    /// The checks of a receipt, in their order.
    package static let receiptChecks: [SignedDataCheck] = [
        .form, .certificates, .dates, .chain, .signature, .app, .environment, .device, .expiration,
    ]
}
