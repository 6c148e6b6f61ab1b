/// The numbers of the kinds of records; LedgerFormat.md in Purser.docc describes each.
package enum RecordKind {
    /// Whether a reader that does not know a kind may pass over its records: those with an even number from 64 on.
    ///
    /// All others say something without which what a customer owns, or is owed, comes out wrong.
    package static func maySkip(_ kind: UInt64) -> Bool { kind >= 64 && kind.isMultiple(of: 2) }

    /// The kinds that later versions will write: none of these numbers may be given to anything else.
    package static let reserved: [UInt64: String] = [
        66: "subscription status", 68: "content installed",
        70: "content removed", 72: "call left behind",
    ]

    /// A payment is about to be handed to the backend.
    package static let intent: UInt64 = 1
    /// A payment ended without a transaction.
    package static let intentEnded: UInt64 = 2
    /// An update.
    package static let update: UInt64 = 3
    /// A transaction came one step further.
    package static let step: UInt64 = 4
    /// Up to which update a named reader has seen them.
    package static let consumer: UInt64 = 5
    /// Whose ledger it is.
    package static let account: UInt64 = 6
    /// Who made the payments of a launch.
    package static let payer: UInt64 = 7
    /// Who has a transaction.
    package static let holder: UInt64 = 8
    /// What an absent user's ledger lacks of a transaction.
    package static let mail: UInt64 = 9
    /// A user's ledger has what it lacked of a transaction.
    package static let mailTaken: UInt64 = 10
    /// In a snapshot: what the store told last of a subscription's renewal; earlier versions pass over it.
    package static let renewal: UInt64 = 64
    /// A product was acquired by virtue of a subscription; earlier versions, which would forget it, refuse it.
    package static let acquisition: UInt64 = 65
    /// What became of an update that a named reader could not deal with; earlier versions pass over it.
    package static let failedUpdate: UInt64 = 74
    /// A transaction was signed again at a later date; earlier versions pass over it.
    package static let signed: UInt64 = 78
    /// A transaction was reported with fields that were lacking.
    package static let described: UInt64 = 79
    /// A renewal was reported before its subscription.
    package static let earlyRenewal: UInt64 = 81
    /// A renewal that was reported before its subscription waits no more.
    package static let earlyRenewalTaken: UInt64 = 83
    /// When the store was last heard; earlier versions pass over it.
    package static let heard: UInt64 = 76
    /// In a snapshot: the number of the next update, and the latest date at which the store signed or sold a
    /// transaction.
    package static let totals: UInt64 = 32
    /// In a snapshot: how many of a consumable the customer has.
    package static let balance: UInt64 = 33
    /// In a snapshot: a payment without a transaction.
    package static let openIntent: UInt64 = 34
    /// In a snapshot: a transaction.
    package static let transaction: UInt64 = 35
    /// In a snapshot: the products that the archived transactions name by their indexes.
    package static let archivedProducts: UInt64 = 37
    /// In a snapshot: what is kept of finished consumables.
    package static let archived: UInt64 = 38
    /// How many units of a transaction the app may hold.
    package static let units: UInt64 = 67
    /// Updates of a product may say by themselves who finishes them.
    package static let finishing: UInt64 = 69
}

extension LedgerRecord: FieldMessage {
    /// The record as it is written, without its length.
    package var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
            let end = bytes.withUnsafeMutableBytes { room in
                var writer = FieldWriter(room, at: 0)
                write(to: &writer)
                return writer.end
            }
            if end <= bytes.count { return Array(bytes.prefix(end)) }
            bytes = [UInt8](repeating: 0, count: end)
        }
    }

    func write(to writer: inout FieldWriter) {
        switch self {
        case .intent(let intent):
            writer.varint(RecordKind.intent)
            intent.write(to: &writer)
        case .intentEnded(let token, let ending):
            writer.varint(RecordKind.intentEnded)
            token.write(to: &writer)
            writer.field(3, ending.code)
        case .update(let update, let duties):
            writer.varint(RecordKind.update)
            update.write(to: &writer)
            if !duties.isEmpty { writer.field(15, UInt64(duties.rawValue)) }
        case .step(let id, let step):
            writer.varint(RecordKind.step)
            writer.field(1, id)
            writer.field(2, step.code)
            if case .setAside(let reason) = step { writer.field(3, reason) }
        case .units(let id, let units):
            writer.varint(RecordKind.units)
            writer.field(1, id)
            writer.field(2, UInt64(units.low))
            writer.field(3, UInt64(units.high))
        case .finishing(let product, let finishing):
            writer.varint(RecordKind.finishing)
            writer.field(1, product)
            writer.field(2, finishing == .manual ? 1 : 0)
        case .consumer(let name, let sequence):
            writer.varint(RecordKind.consumer)
            writer.field(1, name)
            if let sequence { writer.field(2, sequence) }
        case .failedUpdate(let name, let step):
            writer.varint(RecordKind.failedUpdate)
            writer.field(1, name)
            step.write(to: &writer)
        case .renewal(let originalID, let told):
            writer.varint(RecordKind.renewal)
            writer.field(1, originalID)
            told.write(to: &writer)
        case .signed(let id, let date):
            writer.varint(RecordKind.signed)
            writer.field(1, id)
            writer.field(2, date)
        case .described(let transaction):
            writer.varint(RecordKind.described)
            writer.message(1, transaction)
        case .earlyRenewal(let report):
            writer.varint(RecordKind.earlyRenewal)
            report.write(to: &writer)
        case .earlyRenewalTaken(let subject):
            writer.varint(RecordKind.earlyRenewalTaken)
            subject.write(to: &writer)
        case .acquisition(let product, let acquisition):
            writer.varint(RecordKind.acquisition)
            writer.field(1, product)
            writer.field(2, acquisition.time)
            writer.field(3, acquisition.subscription)
        case .heard(let time):
            writer.varint(RecordKind.heard)
            writer.field(1, time)
        case .account(let user):
            writer.varint(RecordKind.account)
            writer.field(1, bytes: user.bytes)
        case .payer(let launch, let user):
            writer.varint(RecordKind.payer)
            writer.field(1, launch)
            writer.field(2, bytes: user.bytes)
        case .holder(let id, let holder):
            writer.varint(RecordKind.holder)
            writer.field(1, id)
            holder.write(to: &writer)
        case .mail(let user, let id, let mail):
            writer.varint(RecordKind.mail)
            writer.field(1, bytes: user.bytes)
            writer.field(2, id)
            mail.write(to: &writer)
        case .mailTaken(let user, let id):
            writer.varint(RecordKind.mailTaken)
            writer.field(1, bytes: user.bytes)
            writer.field(2, id)
        case .piece(let piece): piece.write(to: &writer)
        case .skipped(let record):
            writer.varint(record.kind)
            writer.raw(record.fields)
        }
    }
}

extension FailedUpdates.Step: FieldMessage {
    func write(to writer: inout FieldWriter) {
        switch self {
        case .setAside(let update, let reason):
            writer.message(2, update)
            writer.field(3, reason)
        case .released(let sequence): writer.field(4, sequence)
        case .settled(let sequence): writer.field(5, sequence)
        }
    }
}

/// The texts that are written as numbers: their indexes in these lists, which may only grow at their ends.
enum Spellings {
    static let updateKinds = [
        "purchased", "restored", "renewed", "revoked", "reinstated", "upgraded", "changed", "statusChanged",
    ]
    static let productKinds = [
        "Consumable", "Non-Consumable", "Auto-Renewable Subscription", "Non-Renewing Subscription",
    ]
    static let ownerships = ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"]
    static let reasons = ["PURCHASE", "RENEWAL"]
    static let environments = ["Production", "Sandbox", "Xcode", "LocalTesting"]
    static let paymentModes = ["free", "payAsYouGo", "payUpFront", "oneTime"]
    static let revocationTypes = ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE"]
    static let billingPlans = ["BILLED_UPFRONT", "MONTHLY"]
    static let additionalReasons = ["SEAT_ADDITION"]
    static let invitations = ["APPLE", "DEVELOPER"]
}

extension IntentEnding {
    static let codes: [IntentEnding] = [.pending, .cancelled, .failed, .interrupted, .answered, .withdrawn]
    var code: UInt64 { UInt64(Self.codes.firstIndex(of: self) ?? 0) }
}

extension DeliveryStep {
    /// Its number.
    var code: UInt64 {
        switch self {
        case .contentInstalled: 0
        case .granted: 1
        case .finishRequested: 2
        case .finished: 3
        case .setAside: 4
        case .released: 5
        case .revoked: 6
        }
    }

    init?(code: UInt64, reason: String) {
        switch code {
        case 0: self = .contentInstalled
        case 1: self = .granted
        case 2: self = .finishRequested
        case 3: self = .finished
        case 4: self = .setAside(reason: reason)
        case 5: self = .released
        case 6: self = .revoked
        default: return nil
        }
    }
}
