#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Decides to which user a transaction belongs, from what the transaction itself says.
package struct AccountRule: Sendable {
    /// To whom a transaction belongs, as the present user sees it.
    package enum Verdict: Sendable, Hashable {
        /// It belongs to the present user.
        case own
        /// It belongs to another user.
        ///
        /// The present user must not learn of it.
        case foreign
        /// It names no user.
        ///
        /// It belongs to the user who claims it first, and from then on to nobody else.
        case unclaimed
    }

    /// The present user.
    package let user: UUID
    /// Who made a payment; `nil` where that is not on record.
    private let payer: @Sendable (PaymentToken) -> UUID?

    /// The rule for one present user.
    ///
    /// - Parameter payer: who made a payment; `nil` where that is not on record.
    package init(user: UUID, payer: @escaping @Sendable (PaymentToken) -> UUID? = { _ in nil }) {
        self.user = user
        self.payer = payer
    }

    /// Judges by the account token of the transaction and, without one, by the payment that asked for it.
    ///
    /// A payment that was made before the app named its users belongs to no user, and neither does a purchase that was
    /// made outside the app. A payment that a user made, but none on record here, is not the present user's.
    package func verdict(appAccountToken: UUID?, paidBy token: PaymentToken?) -> Verdict {
        if let appAccountToken { return appAccountToken == user ? .own : .foreign }
        guard let token else { return .unclaimed }
        if let payer = payer(token) { return payer == user ? .unclaimed : .foreign }
        return token.namesUser ? .foreign : .unclaimed
    }

    /// Whether a payment was made by the present user.
    package func isOwn(_ token: PaymentToken) -> Bool {
        payer(token) == user
    }
}

extension PaymentToken {
    /// The launch number for a session, whose lowest bit says whether the app names its users.
    ///
    /// - Parameter drawn: 64 random bits.
    package static func launch(_ drawn: UInt64, namesUser: Bool) -> UInt64 { drawn & ~1 | (namesUser ? 1 : 0) }

    /// Whether a user made the payment; otherwise it was made before the app named its users.
    var namesUser: Bool { launch & 1 == 1 }
}

extension AccountRule {
    /// Judges a transaction that the backend reported.
    package func verdict(on reported: BackendTransaction) -> Verdict {
        verdict(appAccountToken: reported.transaction.appAccountToken, paidBy: reported.asker)
    }

    /// The account token that a request of the present user is given: that user's.
    ///
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it names another account.
    package func account(of request: PaymentRequest) throws(PurchaseFailure) -> UUID {
        guard let token = request.appAccountToken, token != user else { return user }
        throw PurchaseFailure(
            .invalidRequest,
            "The account token is \(Wording.user(token)), but the present user is \(Wording.user(user)). "
                + "Leave the token out, or switch first.",
            productID: request.productID)
    }
}

extension BackendTransaction {
    /// The payment that asked for it, if the backend knows.
    ///
    /// The token that a restore brings comes first: a product that is owned already may be the answer to other payments
    /// too.
    fileprivate var asker: PaymentToken? {
        if let restoredToken { return restoredToken }
        return switch origin {
        case .payment(let token), .other(let token): token
        case .restore, .elsewhere: nil
        }
    }
}
