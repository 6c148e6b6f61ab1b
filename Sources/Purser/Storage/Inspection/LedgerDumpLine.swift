/// One record of a ledger, to be printed as a line of JSON.
public struct LedgerDumpLine: Sendable, Encodable {
    /// The file.
    public let path: String
    /// Where in it the record's frame begins.
    public let offset: UInt64
    /// The record.
    package let record: LedgerRecord

    private enum CodingKeys: String, CodingKey {
        case path
        case offset
        case record
        case recordKind
        case intent
        case ending
        case token
        case sequence
        case phase
        case kind
        case transaction
        case recordedAt
        case finishing
        case steps
        case low
        case high
        case step
        case reason
        case consumer
        case nextSequence
        case trustedDate
        case product
        case count
        case products
        case id
        case user
        case signedDate
        case renewalInfo
        case renewalState
    }

    /// Writes the record under the name of its kind, with its fields beside it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(offset, forKey: .offset)
        switch record {
        case .intent(let intent):
            try container.encode("intent", forKey: .record)
            try container.encode(intent, forKey: .intent)
        case .intentEnded(let token, let ending):
            try container.encode("intentEnded", forKey: .record)
            try container.encode(token, forKey: .token)
            try container.encode(ending, forKey: .ending)
        case .update(let update, let duties):
            try container.encode("update", forKey: .record)
            try encode(update, duties, &container)
        case .step(let id, let step):
            try container.encode("step", forKey: .record)
            try container.encode(id, forKey: .id)
            try container.encode("\(step)", forKey: .step)
        case .units(let id, let units):
            try container.encode("units", forKey: .record)
            try container.encode(id, forKey: .id)
            try container.encode(units.low, forKey: .low)
            try container.encode(units.high, forKey: .high)
        case .finishing(let productID, let finishing):
            try container.encode("finishing", forKey: .record)
            try container.encode(productID, forKey: .product)
            try container.encode(finishing, forKey: .finishing)
        case .consumer(let name, let sequence):
            try container.encode("consumer", forKey: .record)
            try container.encode(name, forKey: .consumer)
            try container.encode(sequence, forKey: .sequence)
        case .failedUpdate(let name, let step):
            try container.encode("aside", forKey: .record)
            try container.encode(name, forKey: .consumer)
            try encode(step, &container)
        case .acquisition(let productID, let acquisition):
            try container.encode("acquisition", forKey: .record)
            try container.encode(productID, forKey: .product)
            try container.encode(acquisition.subscription, forKey: .id)
            try container.encode(acquisition.time.date, forKey: .recordedAt)
        case .renewal(let originalID, let told):
            try container.encode("renewal", forKey: .record)
            try container.encode(originalID, forKey: .id)
            try encode(told, &container)
        case .signed(let id, let date):
            try container.encode("signed", forKey: .record)
            try container.encode(id, forKey: .id)
            try container.encode(date.date, forKey: .signedDate)
        case .described(let transaction):
            try container.encode("described", forKey: .record)
            try container.encode(transaction, forKey: .transaction)
        case .earlyRenewal(.info(let info)):
            try container.encode("earlyRenewal", forKey: .record)
            try encode(ToldRenewal(info, nil), &container)
        case .earlyRenewal(.status(let status)):
            try container.encode("earlyRenewal", forKey: .record)
            try container.encode(status.transactionID, forKey: .id)
            try container.encode(status.state.rawValue, forKey: .renewalState)
        case .earlyRenewalTaken(.info(let id)), .earlyRenewalTaken(.status(let id)):
            try container.encode("earlyRenewalTaken", forKey: .record)
            try container.encode(id, forKey: .id)
        case .heard(let time):
            try container.encode("heard", forKey: .record)
            try container.encode(time.date, forKey: .recordedAt)
        case .account(let user):
            try container.encode("account", forKey: .record)
            try container.encode(user, forKey: .user)
        case .payer(let launch, let user):
            try container.encode("payer", forKey: .record)
            try container.encode(String(launch, radix: 16), forKey: .id)
            try container.encode(user, forKey: .user)
        case .holder(let id, let holder):
            try container.encode("holder", forKey: .record)
            try container.encode(id, forKey: .id)
            try container.encode(holder.user, forKey: .user)
            try container.encode(holder.productID, forKey: .product)
        case .mail(let user, let id, let mail):
            try container.encode(mail == .movedAway ? "movedAway" : "reportedMeanwhile", forKey: .record)
            try container.encode(id, forKey: .id)
            try container.encode(user, forKey: .user)
            if case .described(let transaction, _) = mail { try container.encode(transaction, forKey: .transaction) }
        case .mailTaken(let user, let id):
            try container.encode("reportTaken", forKey: .record)
            try container.encode(id, forKey: .id)
            try container.encode(user, forKey: .user)
        case .piece(let piece): try encode(piece, &container)
        case .skipped(let record):
            try container.encode("unknown", forKey: .record)
            try container.encode(record.kind, forKey: .recordKind)
            try container.encode(record.fields.count, forKey: .count)
        }
    }

    private func encode(
        _ update: StoreUpdate, _ steps: TransactionLife.Steps, _ container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        try container.encode(update.sequence, forKey: .sequence)
        try container.encode("\(update.phase)", forKey: .phase)
        try container.encode(update.kind, forKey: .kind)
        try container.encode(update.transaction, forKey: .transaction)
        try container.encode(update.intent, forKey: .intent)
        try container.encode(update.recordTime, forKey: .recordedAt)
        try container.encode(update.finishing, forKey: .finishing)
        try container.encode(steps.names, forKey: .steps)
        if let told = update.renewal { try encode(told, &container) }
    }

    private func encode(_ told: ToldRenewal, _ container: inout KeyedEncodingContainer<CodingKeys>) throws {
        try container.encode(told.renewalInfo, forKey: .renewalInfo)
        try container.encode(told.state?.rawValue, forKey: .renewalState)
    }

    private func encode(_ step: FailedUpdates.Step, _ container: inout KeyedEncodingContainer<CodingKeys>) throws {
        switch step {
        case .setAside(let update, let reason):
            try container.encode("setAside", forKey: .step)
            try container.encode(update.sequence, forKey: .sequence)
            try container.encode(update.transaction, forKey: .transaction)
            try container.encode(reason, forKey: .reason)
        case .released(let sequence):
            try container.encode("released", forKey: .step)
            try container.encode(sequence, forKey: .sequence)
        case .settled(let sequence):
            try container.encode("settled", forKey: .step)
            try container.encode(sequence, forKey: .sequence)
        }
    }

    private func encode(_ piece: LedgerPiece, _ container: inout KeyedEncodingContainer<CodingKeys>) throws {
        switch piece {
        case .totals(let sequence, let date):
            try container.encode("totals", forKey: .record)
            try container.encode(sequence, forKey: .nextSequence)
            try container.encode(date, forKey: .trustedDate)
        case .balance(let product, let count):
            try container.encode("balance", forKey: .record)
            try container.encode(product, forKey: .product)
            try container.encode(count, forKey: .count)
        case .openIntent(let intent, let ending):
            try container.encode("openIntent", forKey: .record)
            try container.encode(intent, forKey: .intent)
            try container.encode(ending, forKey: .ending)
        case .transaction(let update, let steps, let reason):
            try container.encode("transaction", forKey: .record)
            try encode(update, steps, &container)
            try container.encode(reason, forKey: .reason)
        case .archivedProducts(let products):
            try container.encode("archivedProducts", forKey: .record)
            try container.encode(products, forKey: .products)
        case .archived(let entries):
            try container.encode("archived", forKey: .record)
            try container.encode(entries.count, forKey: .count)
        }
    }
}

extension LedgerDumpLine: CustomStringConvertible {
    /// Where the record is.
    public var description: String { "record in \(path) at byte \(offset)" }
}

extension TransactionLife.Steps {
    /// The names of the steps that are set, in the order of their bits.
    fileprivate var names: [String] {
        let all: [(Self, String)] = [
            (.needsFinish, "needsFinish"), (.contentInstalled, "contentInstalled"), (.granted, "granted"),
            (.finishRequested, "finishRequested"), (.finished, "finished"), (.setAside, "setAside"),
            (.owesContent, "owesContent"), (.owesGrant, "owesGrant"), (.mayHaveBegun, "mayHaveBegun"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
