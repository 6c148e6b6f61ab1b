/// The facts as the ledger stores them; replaying them in order restores the state.
package enum LedgerRecord: Sendable, Hashable {
    /// A payment is about to be submitted to the backend.
    case intent(PaymentIntent)
    /// A payment ended, or became pending, without a transaction.
    case intentEnded(PaymentToken, PaymentState)
    /// An update, with its steps due.
    case update(StoreUpdate, stepsDue: TransactionProgress.Steps)
    /// A recorded transaction completed one more step.
    case step(String, DeliveryStep)
    /// How many units of a transaction the app may hold, when its steps do not determine it.
    case units(String, Units)
    /// From here on updates of a product may be manual because the app has configured that for the product.
    case finishing(productID: String, Finishing)
    /// A named consumer has acknowledged the updates up to this number; `nil` when it was forgotten.
    case consumer(String, UInt64?)
    /// A step of a named consumer's failed update.
    indirect case failedUpdate(String, FailedUpdates.Step)
    /// A recorded transaction was signed again at a later date, and is unchanged otherwise.
    case signed(String, Timestamp)
    /// A recorded transaction was reported with fields that were missing; it produced no update.
    indirect case described(StoreTransaction)
    /// The last report of a subscription's renewal: in snapshots, and when it was signed again without an update.
    case renewal(originalID: String, ReportedRenewal)
    /// A product was acquired with a subscription, without a payment.
    case acquisition(productID: String, Acquisition)
    /// When the backend last reported, by the device's clock, also without news; written from time to time.
    case lastReport(Timestamp)
    /// The records after it are these; each write begins with shared ones.
    case section(LedgerKey)
    /// A user made the payments of a launch.
    case payer(launch: UInt64, UserID)
    /// The updates from this number on were recorded in the user's absence; `nil` when the user was present after all.
    case missed(from: UInt64?)
    /// Everything that was recorded of a user up to here is forgotten.
    case forgotten(UserID)
    /// A promoted purchase is neither bought nor declined.
    indirect case promoted(RecordedPromotion)
    /// A promoted purchase was bought or declined.
    indirect case promotedEnded(PromotedPurchase)
    /// A part of a snapshot.
    case piece(LedgerPiece)
    /// A record of a later version, which an earlier one may skip and has to keep.
    case skipped(SkippedRecord)
}

/// A record of an unknown kind: see ``RecordKind/maySkip(_:)``.
package struct SkippedRecord: Sendable, Hashable {
    /// The kinds that earlier versions wrote, and that are dropped: their numbers may be used for nothing else.
    package static let gone: Set<UInt64> = [81, 83]

    /// The number of its kind.
    package var kind: UInt64
    /// Its fields, as they were written.
    package var fields: [UInt8]

    /// A record with these fields.
    package init(kind: UInt64, fields: [UInt8]) { (self.kind, self.fields) = (kind, fields) }
}

extension LedgerRecord {
    var update: StoreUpdate? { if case .update(let update, _) = self { update } else { nil } }

    var storedUpdate: StoreUpdate? {
        switch self {
        case .update(let update, _), .piece(.earlier(let update)): update
        default: nil
        }
    }

    /// Whether losing this record would do harm; the others only save work that could be repeated.
    var isUrgent: Bool {
        switch self {
        case .intent, .update, .step(_, .granted), .step(_, .finishRequested), .step(_, .deadLetter),
            .step(_, .revoked), .units, .finishing, .failedUpdate, .described, .renewal, .acquisition, .payer,
            .forgotten, .promoted, .promotedEnded, .piece, .skipped:
            true
        case .step, .intentEnded, .consumer, .signed, .lastReport, .missed, .section: false
        }
    }
}

/// The steps from a recorded transaction to a finished one.
package enum DeliveryStep: Sendable, Hashable {
    /// Its content is on the device.
    case contentInstalled
    /// The grant handler has succeeded.
    case granted
    /// The app has requested the finish of a manual purchase.
    case finishRequested
    /// The backend has accepted the finish.
    case finished
    /// The revoke handler has succeeded.
    case revoked
    /// It could not be delivered or revoked, and is a dead letter.
    case deadLetter(reason: String)
    /// It was released for another attempt.
    case released
}

extension DeliveryStep {
    /// The handler that has succeeded; `nil` for the other steps.
    var call: Units.Call? {
        switch self {
        case .granted: .grant
        case .revoked: .revoke
        case .contentInstalled, .finishRequested, .finished, .deadLetter, .released: nil
        }
    }
}

/// A part of the ledger's state in a snapshot; all parts together, in order, restore the state.
package enum LedgerPiece: Sendable, Hashable {
    /// The number of the next update, and the latest date at which the App Store signed or sold a transaction.
    case totals(nextSequence: UInt64, trustedDate: Timestamp)
    /// The balance of a consumable, over all transactions of an environment, archived ones included.
    case balance(productID: String, count: Int, StoreEnvironment)
    /// A payment that has no transaction so far, and its ending, if it ended.
    case openIntent(PaymentIntent, PaymentState?)
    /// A transaction that is kept as a whole: its latest update, its recorded steps, and the reason of its dead letter,
    /// if it is one.
    case transaction(StoreUpdate, TransactionProgress.Steps, deadLetter: String?)
    /// The texts that archived transactions have by their indexes.
    case archivedTexts(ByteStrings)
    /// Archived transactions: the fingerprint of each, and its encoded update.
    case archived(ByteStrings)
    /// An update before the snapshot, for consumers that have not read it.
    case earlier(StoreUpdate)
}

/// A product that was acquired with a subscription: it may be used while a subscription runs that enables it.
package struct Acquisition: Sendable, Hashable {
    /// When, by the device's clock.
    package var time: Timestamp
    /// The original identifier of the subscription that enabled it then.
    package var subscription: String

    /// An acquisition.
    package init(time: Timestamp, subscription: String) { (self.time, self.subscription) = (time, subscription) }
}

/// A product to acquire with a subscription.
package struct AcquiredProduct: Sendable {
    /// The product.
    package var id: String
    /// The original identifier of the subscription.
    package var subscription: String
}
