#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreUpdate {
    /// An update for previews and tests of an app; those of a store come from its ledger.
    ///
    /// - Parameters:
    ///   - sequence: its number in the ledger, from 1.
    ///   - phase: to which phase of its batch it belongs.
    ///   - kind: what happened to the transaction.
    ///   - transaction: the transaction, in the state it has then.
    ///   - intent: the payment that asked for the transaction, with what the buyer attached to it.
    ///   - recordedAt: when it was recorded, to the millisecond; without one when the transaction was paid for.
    ///   - finishing: who finishes the transaction where `intent` does not say so.
    ///   - renewalInfo: how the subscription goes on, for updates of the kind ``Kind/statusChanged``.
    ///   - renewalState: where the subscription stands, for the same.
    ///   - account: whose update it is; updates of one user have keys that differ by their numbers.
    public init(
        sequence: UInt64, phase: Phase = .payment, kind: Kind = .purchased, transaction: StoreTransaction,
        intent: PaymentIntent? = nil, recordedAt: Date? = nil, finishing: Finishing = .atomic,
        renewalInfo: StoreRenewalInfo? = nil, renewalState: StoreSubscriptionStatus.RenewalState? = nil,
        account: StoreAccount = .shared
    ) {
        let saysNothing = renewalInfo == nil && renewalState == nil
        self.init(
            sequence: sequence, phase: phase, kind: kind, transaction: transaction, intent: intent,
            recordTime: recordedAt.map { Timestamp($0) } ?? transaction.purchaseTime, unpaidFinishing: finishing,
            renewal: saysNothing ? nil : ToldRenewal(renewalInfo, renewalState),
            origin: account == .shared ? .none : UpdateOrigin(account, KeyedHash(first: 0, second: 0)))
    }
}
