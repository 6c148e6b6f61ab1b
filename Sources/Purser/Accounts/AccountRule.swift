#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Whose a transaction is, by what it says.
package struct AccountRule: Sendable, Hashable {
    /// What follows for the present user.
    package enum Verdict: Sendable, Hashable {
        /// It is the present user's.
        case own
        /// It is somebody else's: the present user must not hear of it.
        case foreign
        /// It names nobody: it belongs to the user who takes it first, and from then on to nobody else.
        case unclaimed
    }

    /// The present user.
    package let user: UUID

    package init(user: UUID) { self.user = user }

    /// Judges by the account on the transaction, and where there is none by the payment that asked for it.
    ///
    /// A payment that was made before the app named its users is nobody's, as is a purchase outside the app.
    package func verdict(appAccountToken: UUID?, paidBy token: PaymentToken?) -> Verdict {
        if let appAccountToken { return appAccountToken == user ? .own : .foreign }
        guard let token else { return .unclaimed }
        return isOwn(token) || TokenMark.isMade(token, for: nil) ? .unclaimed : .foreign
    }

    /// Whether a payment is the present user's.
    package func isOwn(_ token: PaymentToken) -> Bool { TokenMark.isMade(token, for: user) }
}

extension AccountRule {
    /// Judges a transaction as the backend tells it.
    package func verdict(on told: BackendTransaction) -> Verdict {
        verdict(appAccountToken: told.transaction.appAccountToken, paidBy: told.asker)
    }

    /// The account that a request of the present user gets: that user.
    ///
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it names another account.
    package func account(of request: PaymentRequest) throws(PurchaseFailure) -> UUID {
        guard let token = request.appAccountToken, token != user else { return user }
        throw PurchaseFailure(
            .invalidRequest,
            "The account token is \(token), but the present user is \(user). Leave the token out, or switch first.",
            productID: request.productID)
    }
}

extension BackendTransaction {
    /// The payment that asked for it, where the backend knows: a product that is owned also answers other payments.
    fileprivate var asker: PaymentToken? {
        if let restoredToken { return restoredToken }
        return switch origin {
        case .payment(let token), .other(let token): token
        case .restore: nil
        }
    }
}
