/// What a compact JWS of the store holds, as its members tell.
package enum SignedKind: String, Sendable, CaseIterable {
    /// A transaction.
    case transaction
    /// A renewal info.
    case renewalInfo
    /// An app transaction.
    case appTransaction
    /// A notification.
    case notification

    /// Tells by the members that only one kind has.
    package init(_ members: [String: SignedJSON]) {
        if members["notificationType"] != nil {
            self = .notification
        } else if members["receiptType"] != nil {
            self = .appTransaction
        } else if members["transactionId"] != nil || members["bundleId"] != nil {
            self = .transaction
        } else {
            self = .renewalInfo
        }
    }

    /// The checks that fit it, in their order.
    package var checks: [SignedDataCheck] {
        let all: [SignedDataCheck] = [
            .form, .algorithm, .certificates, .dates, .chain, .signature, .app, .environment, .nested,
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
