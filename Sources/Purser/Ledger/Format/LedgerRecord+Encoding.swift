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
    package static let aside: UInt64 = 74
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

extension LedgerRecord {
    /// The record as it is written, without its length.
    package var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
            let end = bytes.withUnsafeMutableBytes { room in
                var writer = FieldWriter(room, at: 0)
                writer.body(of: self)
                return writer.end
            }
            if end <= bytes.count { return Array(bytes.prefix(end)) }
            bytes = [UInt8](repeating: 0, count: end)
        }
    }
}

extension FieldWriter {
    /// Writes a record with its length in front.
    mutating func record(_ record: LedgerRecord) {
        lengthPrefixed { $0.body(of: record) }
    }

    fileprivate mutating func body(of record: LedgerRecord) {
        switch record {
        case .intent(let intent):
            varint(RecordKind.intent)
            fields(of: intent)
        case .intentEnded(let token, let ending):
            varint(RecordKind.intentEnded)
            fields(of: token)
            field(3, ending.code)
        case .update(let update, let duties):
            varint(RecordKind.update)
            fields(of: update)
            if !duties.isEmpty { field(15, UInt64(duties.rawValue)) }
        case .step(let id, let step):
            varint(RecordKind.step)
            field(1, id)
            field(2, step.code)
            if case .setAside(let reason) = step { field(3, reason) }
        case .units(let id, let units):
            varint(RecordKind.units)
            field(1, id)
            field(2, UInt64(units.low))
            field(3, UInt64(units.high))
        case .finishing(let product, let finishing):
            varint(RecordKind.finishing)
            field(1, product)
            field(2, finishing == .manual ? 1 : 0)
        case .consumer(let name, let sequence):
            varint(RecordKind.consumer)
            field(1, name)
            if let sequence { field(2, sequence) }
        case .aside(let name, let step):
            varint(RecordKind.aside)
            field(1, name)
            fields(of: step)
        case .renewal(let originalID, let told):
            varint(RecordKind.renewal)
            field(1, originalID)
            fields(of: told)
        case .signed(let id, let date):
            varint(RecordKind.signed)
            field(1, id)
            field(2, date)
        case .described(let transaction):
            varint(RecordKind.described)
            message(1) { $0.fields(of: transaction) }
        case .earlyRenewal(let report):
            varint(RecordKind.earlyRenewal)
            fields(of: report)
        case .earlyRenewalTaken(let subject):
            varint(RecordKind.earlyRenewalTaken)
            fields(of: subject)
        case .acquisition(let product, let acquisition):
            varint(RecordKind.acquisition)
            field(1, product)
            field(2, acquisition.time)
            field(3, acquisition.subscription)
        case .heard(let time):
            varint(RecordKind.heard)
            field(1, time)
        case .account(let user):
            varint(RecordKind.account)
            field(1, bytes: user.bytes)
        case .payer(let launch, let user):
            varint(RecordKind.payer)
            field(1, launch)
            field(2, bytes: user.bytes)
        case .holder(let id, let holder):
            varint(RecordKind.holder)
            field(1, id)
            fields(of: holder)
        case .mail(let user, let id, let mail):
            varint(RecordKind.mail)
            field(1, bytes: user.bytes)
            field(2, id)
            fields(of: mail)
        case .mailTaken(let user, let id):
            varint(RecordKind.mailTaken)
            field(1, bytes: user.bytes)
            field(2, id)
        case .piece(let piece): body(of: piece)
        case .skipped(let record):
            varint(record.kind)
            raw(record.fields)
        }
    }

    private mutating func fields(of step: AsideStep) {
        switch step {
        case .setAside(let update, let reason):
            message(2) { $0.fields(of: update) }
            field(3, reason)
        case .released(let sequence): field(4, sequence)
        case .settled(let sequence): field(5, sequence)
        }
    }

    mutating func fields(of update: StoreUpdate) {
        field(1, update.sequence)
        field(2, UInt64(update.phase.rawValue))
        field(3, update.kind.rawValue, among: Spellings.updateKinds)
        message(4) { $0.fields(of: update.transaction) }
        if let intent = update.intent { message(5) { $0.fields(of: intent) } }
        field(6, update.recordTime)
        if update.unpaidFinishing == .manual { field(7, 1) }
        if let renewal = update.renewal { message(8) { $0.fields(of: renewal) } }
        fields(of: update.laterFields)
    }

    mutating func fields(of intent: PaymentIntent) {
        let request = intent.request
        fields(of: intent.token)
        field(3, intent.requestTime)
        field(4, request.productID)
        if request.quantity != 1 { field(5, signed: Int64(request.quantity)) }
        if let account = request.appAccountToken { field(6, bytes: account.bytes) }
        if !request.context.isEmpty { fields(of: request.context) }
        if request.finishing == .manual { field(9, 1) }
        if !request.options.isEmpty { fields(of: request.options) }
        if let time = intent.trustedTime { field(11, time) }
        fields(of: intent.laterFields)
    }

    private mutating func fields(of context: [String: String]) {
        for (key, value) in context.sorted(by: { $0.key < $1.key }) {
            message(7) {
                $0.field(1, key)
                $0.field(2, value)
            }
        }
    }

    mutating func field(_ number: UInt64, _ time: Timestamp) { field(number, signed: time.milliseconds) }

    /// A text out of an open set: known ones by their number, others as they are.
    mutating func field(_ number: UInt64, _ text: String, among known: [String]) {
        if let code = known.firstIndex(of: text) { field(number, UInt64(code)) } else { field(number, text) }
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
