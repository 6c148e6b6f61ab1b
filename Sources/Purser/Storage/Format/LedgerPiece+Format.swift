extension LedgerPiece: FieldMessage {
    func write(to writer: inout FieldWriter) {
        switch self {
        case .totals(let sequence, let date):
            writer.record(RecordKind.totals, sequence)
            writer.field(2, date)
            writer.field(3, 1)
        case .balance(let product, let count, let environment):
            writer.record(RecordKind.balance, product)
            writer.field(2, signed: Int64(count))
            if environment != .unknown { environment.write(3, to: &writer) }
        case .openIntent(let intent, let ending):
            writer.varint(RecordKind.openIntent)
            writer.message(1, intent)
            ending?.write(2, to: &writer)
        case .transaction(let update, let steps, let reason):
            writer.varint(RecordKind.transaction)
            writer.message(1, update)
            writer.field(2, UInt64(steps.rawValue))
            if let reason { writer.field(3, reason) }
        case .archivedTexts(let texts): writer.record(RecordKind.archivedTexts, texts)
        case .archived(let entries): writer.record(RecordKind.archived, entries)
        case .earlier(let update):
            writer.varint(RecordKind.earlier)
            writer.message(1, update)
        }
    }

    init(_ kind: UInt64, _ fields: FieldReader, of origin: UpdateOrigin) throws(FormatFault) {
        switch kind {
        case RecordKind.totals:
            let sequence: UInt64 = try fields.value(1) ?? 1
            guard sequence > 0, sequence < UInt64(Int64.max) else { throw FormatFault("the next number is not usable") }
            let date: Timestamp? = try fields.value(2)
            // Earlier versions accepted any date; the transactions that follow have it again.
            let isConfirmed: Bool = try fields.value(3) ?? false
            let trusted = isConfirmed ? date ?? Timestamp(milliseconds: .min) : Timestamp(milliseconds: .min)
            self = .totals(nextSequence: sequence, trustedDate: trusted)
        case RecordKind.balance:
            let environment: StoreEnvironment = try fields.value(3) ?? .unknown
            self = .balance(productID: try fields.value(1) ?? "", count: try fields.value(2) ?? 0, environment)
        case RecordKind.openIntent:
            guard let intent = try fields.message(at: 1) else { throw FormatFault("an open intent has no content") }
            self = .openIntent(try PaymentIntent(intent), try fields.value(2))
        case RecordKind.transaction:
            guard let update = try fields.message(at: 1) else { throw FormatFault("a transaction has no update") }
            let steps: UInt64 = try fields.value(2) ?? 0
            self = .transaction(
                try StoreUpdate(update, of: origin), .init(rawValue: UInt16(truncatingIfNeeded: steps)),
                deadLetter: try fields.value(3))
        case RecordKind.earlier:
            guard let update = try fields.message(at: 1) else { throw FormatFault("an update has no content") }
            self = .earlier(try StoreUpdate(update, of: origin))
        case RecordKind.archived: self = .archived(try ByteStrings(fields, atLeast: Fingerprint.size))
        default: self = .archivedTexts(try ByteStrings(fields))
        }
    }
}
