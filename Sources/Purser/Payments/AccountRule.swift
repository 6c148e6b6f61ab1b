#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The account token for the requests of a user.
package struct AccountRule: Sendable {
    /// The current user.
    package let user: UUID

    /// Makes the rule for the current user.
    package init(user: UUID) { self.user = user }

    /// The account token for a request of the current user: that user's.
    ///
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it names another account.
    package func account(of request: PaymentRequest) throws(PurchaseFailure) -> UUID {
        guard let token = request.appAccountToken, token != user else { return user }
        throw PurchaseFailure(
            .invalidRequest,
            "The account token is \(Wording.user(token)), but the current user is \(Wording.user(user)). Omit the "
                + "token, or call switchAccount(to:) first.",
            productID: request.productID)
    }
}
