import Foundation
import Purser
import PurserTesting

/// What the customer was really charged for: the book against which a store on a hostile backend is checked.
///
/// It knows nothing of ledgers, and shares no code with them.
final class HostileBank: Sendable {
    /// One charge.
    struct Charge: Sendable {
        var transaction: StoreTransaction
        var token: PaymentToken
        var account: UUID?
        var isFinished = false
        /// Whether the backend said something untrue about whose it is.
        var isMisattributed = false
    }

    private struct State: Sendable {
        var charges: [Charge] = []
        var tokens: Set<PaymentToken> = []
        var violations: [String] = []
    }

    private let state = Lock(State())

    /// All charges, in their order.
    var charges: [Charge] { state.withLock { $0.charges } }
    /// Those that were not finished.
    var unfinished: [Charge] { charges.filter { !$0.isFinished } }
    /// What the store asked of the backend that it must not ask.
    var violations: [String] { state.withLock { $0.violations } }

    /// Notes what must not be.
    func violated(_ what: String) { state.withLock { $0.violations.append(what) } }

    /// Charges the customer once for each token.
    ///
    /// - Returns: the charge; `nil` when the token was charged before.
    func charge(_ payment: BackendPayment, for productID: String? = nil, at date: Date, isMisattributed: Bool = false)
        -> Charge?
    {
        state.withLock { state in
            guard state.tokens.insert(payment.token).inserted else { return nil }
            var fields = StoreTransaction.Fields(
                id: "charge-\(state.charges.count + 1)", productID: productID ?? payment.productID,
                productType: .consumable, purchasedQuantity: payment.quantity, purchaseDate: date)
            fields.appAccountToken = payment.appAccountToken
            let charge = Charge(
                transaction: StoreTransaction(fields), token: payment.token, account: payment.appAccountToken,
                isMisattributed: isMisattributed)
            state.charges.append(charge)
            return charge
        }
    }

    /// The charge of a transaction.
    func charge(of id: String) -> Charge? { charges.first { $0.transaction.id == id } }

    /// The store has finished a transaction.
    ///
    /// - Returns: whether there is such a charge.
    func finish(_ id: String) -> Bool {
        state.withLock { state in
            guard let index = state.charges.firstIndex(where: { $0.transaction.id == id }) else { return false }
            state.charges[index].isFinished = true
            return true
        }
    }
}
