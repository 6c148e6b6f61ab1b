/// The payment that a transaction answers or belongs to, and its owner.
package struct PaymentDecision: Sendable, Hashable {
    /// The relation of a transaction to the open payments.
    package enum Match: Sendable, Hashable {
        /// It answers this payment, whose caller may wait.
        case answers(PaymentToken)
        /// It is the late transaction of this payment, for which no call waits.
        case belongs(PaymentToken)
        /// It belongs to a restore; the token is that of its payment, if one was found.
        case restored(PaymentToken?)
        /// It cannot be decided yet: it stays unfinished, and is decided later.
        case waits
        /// It has no open payment.
        case none
        /// It is another purchase than the recorded one of this identifier: it is rejected, and stays unfinished.
        case rejected
    }

    /// The owner of a transaction.
    package enum Owner: Sendable, Hashable {
        /// This user.
        case user(UserID)
        /// All users share one state.
        case everybody
        /// No user, or none that is known yet: it stays with the backend.
        case nobody
        /// One user has it, and the backend reports another: the app's policy decides.
        case contested(holder: UserID, named: UserID)
    }

    /// The rule that decided, in the order in which the rules are applied.
    package enum Rule: Int, Sendable, Hashable, CaseIterable {
        /// The identifier is recorded with another product or purchase date.
        case anotherPurchase = 1
        /// The account or the payment names another user than the holder.
        case holderContested
        /// The payment of a known transaction is found now.
        case paymentFoundLater
        /// A payment is answered with a known transaction.
        case answeredWithKnown
        /// It is known, and nothing about its payment changes.
        case known
        /// The account and the payment agree.
        case accountAndPayment
        /// The account contradicts the payment.
        case accountAgainstPayment
        /// The account names the user, and the named payment is not open.
        case accountAlone
        /// The payment names the user.
        case payment
        /// A launch of this folder made the payment, which is no longer open.
        case launch
        /// Another folder made the payment.
        case otherFolder
        /// It continues a purchase that a user has: a renewal, a copy, or shared by the family.
        case continuation
        /// It answers a payment that it does not name.
        case unnamedAnswer
        /// It may answer a submitted payment.
        case perhapsAnswer
        /// It was bought elsewhere.
        case elsewhere
        /// It belongs to an open payment: one with an unknown outcome, an overdue or a pending one.
        case openPayment
        /// It belongs to a payment that had ended without it.
        case endedPayment
        /// Nothing fits.
        case nothing
    }

    /// The relation to the open payments.
    package var match: Match
    /// The owner of the transaction.
    package var owner: Owner
    /// Which rule decided.
    package var rule: Rule
    /// The named payment that ends without a transaction: another user owns the named purchase, or an older transaction
    /// answers it.
    package var ended: PaymentToken?

    /// The payment of the transaction; `nil` when none was found.
    package var payment: PaymentToken? {
        switch match {
        case .answers(let token), .belongs(let token): token
        case .restored(let token): token
        case .waits, .none, .rejected: nil
        }
    }

    init(_ match: Match, _ owner: Owner, _ rule: Rule, ended: PaymentToken? = nil) {
        (self.match, self.owner, self.rule, self.ended) = (match, owner, rule, ended)
    }
}
