import Foundation
import Purser

/// A moment so many seconds after the tests' beginning of time.
func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_735_689_600_000 + seconds * 1_000) }

extension PaymentIntent {
    /// A payment whose token has this number, asked for so many seconds after the beginning.
    static func sample(
        _ number: UInt64, _ productID: String = "coins", at seconds: Int64 = 0, finishing: Finishing = .atomic,
        context: [String: String] = [:]
    ) -> PaymentIntent {
        PaymentIntent(
            token: PaymentToken(launch: 1, number: number),
            request: PaymentRequest(productID: productID, context: context, finishing: finishing),
            requestTime: at(seconds))
    }
}

extension StoreTransaction {
    /// A transaction of so many seconds after the beginning.
    static func sample(
        _ id: String, _ productID: String = "coins", _ kind: StoreProduct.ProductType = .consumable,
        at seconds: Int64 = 0,
        _ change: (inout Fields) -> Void = { _ in }
    ) -> StoreTransaction {
        var fields = Fields(id: id, productID: productID, productType: kind, purchaseTime: at(seconds))
        fields.signedTime = at(seconds)
        change(&fields)
        return StoreTransaction(fields)
    }

    /// The same, taken back so many seconds after the beginning.
    func revoked(at seconds: Int64) -> StoreTransaction {
        var fields = fields
        fields.revocationTime = at(seconds)
        fields.signedTime = at(seconds)
        return StoreTransaction(fields)
    }

    /// The same in the same state, described so many seconds after the beginning.
    func described(at seconds: Int64) -> StoreTransaction {
        var fields = fields
        fields.signedTime = at(seconds)
        return StoreTransaction(fields)
    }

    /// The event that tells it.
    func reported(
        _ origin: BackendTransaction.Origin, verification: BackendTransaction.Verification = .verified
    ) -> BackendEvent {
        .transaction(BackendTransaction(self, origin: origin, verification: verification))
    }
}

extension EntitlementState {
    /// What these transactions come to, with the original identifiers that they join.
    init(
        of transactions: [StoreTransaction], renewals: [SubscriptionRenewal] = [],
        hash: KeyedHash
    ) {
        self.init(
            of: transactions, joined: JoinedOriginals(of: transactions, hash), renewals: renewals, hash: hash)
    }
}

extension LedgerState {
    /// Takes a transaction in and gives its update, if it was news.
    mutating func take(
        _ transaction: StoreTransaction, _ phase: StoreUpdate.Phase = .complete, needsFinish: Bool? = true,
        intent: PaymentIntent? = nil
    ) -> StoreUpdate? {
        let answer = report(
            IncomingTransaction(transaction, phase: phase, needsFinish: needsFinish, intent: intent))
        return answer.isUpdate ? answer.stored.update : nil
    }
}
