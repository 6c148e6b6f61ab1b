#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One change that the backend reported, as the ledger recorded it.
///
/// Purser finishes the transaction itself, unless ``finishing`` is ``Finishing/manual``, by the payment or by the
/// configuration for the product. Then call ``PurchaseStore/finish(_:)`` with `transaction.id`, or
/// ``StorePurchase/finish()``.
///
/// A copy costs one reference count.
public struct StoreUpdate: Sendable, Identifiable, CustomStringConvertible {
    private final class Box: Sendable {
        let sequence: UInt64
        let phase: Phase
        let kind: Kind
        let transaction: StoreTransaction
        let intent: PaymentIntent?
        let recordTime: Timestamp
        let unpaidFinishing: Finishing
        let renewal: ReportedRenewal?
        let origin: UpdateOrigin
        let laterFields: LaterFields

        init(
            _ sequence: UInt64, _ phase: Phase, _ kind: Kind, _ transaction: StoreTransaction, _ intent: PaymentIntent?,
            _ recordTime: Timestamp, _ unpaidFinishing: Finishing, _ renewal: ReportedRenewal?, _ origin: UpdateOrigin,
            _ laterFields: LaterFields
        ) {
            self.sequence = sequence
            self.phase = phase
            self.kind = kind
            self.transaction = transaction
            self.intent = intent
            self.recordTime = recordTime
            self.unpaidFinishing = unpaidFinishing
            self.renewal = renewal
            self.origin = origin
            self.laterFields = laterFields
        }
    }

    private let box: Box

    /// Its number in the ledger of its user.
    ///
    /// The numbers begin at 1 for each user and have no gaps. To recognise a repeated update, store its ``key-swift.property``.
    public var sequence: UInt64 { box.sequence }
    /// The user in whose ledger the update is recorded, or ``StoreAccount/shared``.
    public var account: StoreAccount { box.origin.account }
    /// Identifies the update among those of all users, devices and launches.
    ///
    /// A service that stores the keys of the updates it has processed recognises each repetition.
    public var key: Key { Key(ledger: box.origin.ledger, recordTime: recordTime, sequence: sequence) }
    /// The fields that a later version has recorded with it.
    package var laterFields: LaterFields { box.laterFields }
    /// The phase of its batch.
    public var phase: Phase { box.phase }
    /// What happened to the transaction.
    public var kind: Kind { box.kind }
    /// The transaction, in its new state.
    public var transaction: StoreTransaction {
        // With that of a recorded transaction, and the copies that are saved, 15 % of opening a ledger.
        @inline(__always) get { box.transaction }
    }
    /// The product of the transaction.
    public var productID: String { transaction.productID }
    /// The payment of the transaction; `nil` when none is known, as for purchases on another device.
    public var intent: PaymentIntent? { box.intent }
    /// How the subscription renews, as last reported; only an update of the kind ``Kind/statusChanged`` has it.
    public var renewalInfo: StoreRenewalInfo? { renewal?.renewalInfo }
    /// The state of the subscription, as last reported; only an update of the kind ``Kind/statusChanged`` has it.
    public var renewalState: StoreSubscriptionStatus.RenewalState? { renewal?.state }
    /// The reported renewal.
    package var renewal: ReportedRenewal? { box.renewal }
    /// When it was recorded: by the device's clock, or by the App Store's while the device's is known to be ahead.
    public var recordedAt: Date { recordTime.date }
    /// When it was recorded, in whole milliseconds.
    package var recordTime: Timestamp { box.recordTime }

    /// The sequence number.
    public var id: UInt64 { sequence }
    /// The context of the payment; empty when there is no payment.
    public var context: [String: String] { intent?.request.context ?? [:] }
    /// Who finishes the transaction: by its payment, or without one by the configuration for the product when the
    /// transaction was first recorded.
    public var finishing: Finishing { intent?.request.finishing ?? unpaidFinishing }
    /// Who finishes the transaction when no payment decides it.
    package var unpaidFinishing: Finishing { box.unpaidFinishing }

    /// Makes an update, with its date in whole milliseconds.
    package init(
        sequence: UInt64, phase: Phase, kind: Kind, transaction: StoreTransaction, intent: PaymentIntent?,
        recordTime: Timestamp, unpaidFinishing: Finishing = .atomic, renewal: ReportedRenewal? = nil,
        origin: UpdateOrigin = .none, laterFields: LaterFields = LaterFields()
    ) {
        box = Box(sequence, phase, kind, transaction, intent, recordTime, unpaidFinishing, renewal, origin, laterFields)
    }

    /// The phases of a batch, in the order in which their updates are recorded.
    public enum Phase: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
        /// Transactions that answer waiting payments.
        case payment
        /// Transactions of a running restore.
        case restore
        /// All others: transactions left unfinished by an earlier run, renewals, late approvals, revocations.
        case complete

        /// Payments come before restores, and restores before the others.
        public static func < (lhs: Phase, rhs: Phase) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// What happened to a transaction; later versions may add kinds.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// The transaction is new, and grants what was bought.
        public static let purchased = Kind(rawValue: "purchased")
        /// The transaction is new to this ledger, and comes from a restore.
        public static let restored = Kind(rawValue: "restored")
        /// The transaction is new, and a subscription was renewed.
        public static let renewed = Kind(rawValue: "renewed")
        /// The App Store revoked the purchase.
        public static let revoked = Kind(rawValue: "revoked")
        /// An earlier revocation was reversed.
        public static let reinstated = Kind(rawValue: "reinstated")
        /// An upgrade replaced the transaction.
        public static let upgraded = Kind(rawValue: "upgraded")
        /// The App Store moved the end of the subscription period, or changed something else.
        public static let changed = Kind(rawValue: "changed")
        /// The renewal or the state of a subscription changed.
        ///
        /// The transaction is the latest of the subscription, with the fields it had before.
        public static let statusChanged = Kind(rawValue: "statusChanged")

        /// The change of a transaction since an earlier version; `nil` means that it is new.
        init(of new: StoreTransaction, after old: StoreTransaction?, phase: Phase) {
            guard let old else {
                // A partial refund was reported before the purchase itself: the rest is new.
                self =
                    if new.isRevoked, new.isRevokedOrUpgraded {
                        .revoked
                    } else if new.isUpgraded {
                        .upgraded
                    } else if phase == .restore {
                        .restored
                    } else {
                        new.reason == .renewal ? .renewed : .purchased
                    }
                return
            }
            self =
                if new.isRevoked {
                    old.isRevoked ? .changed : .revoked
                } else if old.isRevoked {
                    .reinstated
                } else {
                    new.isUpgraded && !old.isUpgraded ? .upgraded : .changed
                }
        }

        /// Whether the customer gets something: for such updates content is installed and the grant handler is called.
        public var grants: Bool { self == .purchased || self == .restored || self == .renewed || self == .reinstated }
    }

    /// The update in one line, such as `update 7: purchased com.example.seeds (transaction 42)`.
    ///
    /// It does not contain the context of the payment.
    public var description: String {
        "update \(sequence): \(kind) \(transaction.productID) (transaction \(transaction.id))"
    }
}

extension StoreUpdate: Hashable {
    /// Equal when all parts except the account and the key are equal.
    public static func == (lhs: StoreUpdate, rhs: StoreUpdate) -> Bool {
        lhs.box === rhs.box
            || (lhs.sequence == rhs.sequence && lhs.phase == rhs.phase && lhs.kind == rhs.kind
                && lhs.transaction == rhs.transaction && lhs.intent == rhs.intent && lhs.recordTime == rhs.recordTime
                && lhs.unpaidFinishing == rhs.unpaidFinishing && lhs.renewal == rhs.renewal)
    }

    /// Hashes the number only: it is unique in its ledger.
    public func hash(into hasher: inout Hasher) { hasher.combine(sequence) }
}

extension StoreUpdate {
    /// Makes an update for previews and tests of an app; those of a store come from its ledger.
    ///
    /// - Parameters:
    ///   - sequence: its number in the ledger, from 1.
    ///   - phase: the phase of its batch.
    ///   - kind: what happened to the transaction.
    ///   - transaction: the transaction, in its state after the change.
    ///   - intent: the payment of the transaction, with its context.
    ///   - recordedAt: when it was recorded, to the millisecond; the purchase date by default.
    ///   - finishing: who finishes the transaction when `intent` does not decide it.
    ///   - renewalInfo: how the subscription renews, for updates of the kind ``Kind/statusChanged``.
    ///   - renewalState: the state of the subscription, for the same kind.
    ///   - account: the user of the update; updates of one user have keys that differ by their numbers.
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
            renewal: saysNothing ? nil : ReportedRenewal(renewalInfo, renewalState),
            origin: account == .shared ? .none : UpdateOrigin(account, .zero))
    }
}
