extension LedgerRecord: FieldMessage {
    /// The record as written, without its length.
    package var bytes: [UInt8] { [UInt8](writing: write(to:)) }

    func write(to writer: inout FieldWriter) {
        switch self {
        case .intent(let intent): writer.record(RecordKind.intent, intent)
        case .intentEnded(let token, let ending):
            writer.record(RecordKind.intentEnded, token)
            ending.write(3, to: &writer)
        case .update(let update, let stepsDue):
            writer.record(RecordKind.update, update)
            if !stepsDue.isEmpty { writer.field(15, UInt64(stepsDue.rawValue)) }
        case .step(let id, let step):
            writer.record(RecordKind.step, id)
            writer.field(2, step.code)
            if case .deadLetter(let reason) = step { writer.field(3, reason) }
        case .units(let id, let units):
            writer.record(RecordKind.units, id)
            writer.field(2, UInt64(units.low))
            writer.field(3, UInt64(units.high))
        case .finishing(let product, let finishing):
            writer.record(RecordKind.finishing, product)
            finishing.write(2, to: &writer)
        case .consumer(let name, let sequence):
            writer.record(RecordKind.consumer, name)
            if let sequence { writer.field(2, sequence) }
        case .failedUpdate(let name, let step):
            writer.record(RecordKind.failedUpdate, name)
            step.write(to: &writer)
        case .renewal(let originalID, let renewal):
            writer.record(RecordKind.renewal, originalID)
            renewal.write(to: &writer)
        case .signed(let id, let date):
            writer.record(RecordKind.signed, id)
            writer.field(2, date)
        case .described(let transaction):
            writer.varint(RecordKind.described)
            writer.message(1, transaction)
        case .acquisition(let product, let acquisition):
            writer.record(RecordKind.acquisition, product)
            writer.field(2, acquisition.time)
            writer.field(3, acquisition.subscription)
        case .lastReport(let time): writer.record(RecordKind.lastReport, time)
        case .section(let key):
            writer.varint(RecordKind.section)
            key.user?.write(1, to: &writer)
            if key == .everybody { writer.field(2, 1) }
        case .payer(let launch, let user):
            writer.record(RecordKind.payer, launch)
            user.write(2, to: &writer)
        case .forgotten(let user): writer.record(RecordKind.forgotten, user)
        case .missed(let number):
            writer.varint(RecordKind.missed)
            if let number { writer.field(1, number) }
        case .promoted(let promotion): writer.record(RecordKind.promoted, promotion)
        case .promotedEnded(let purchase):
            writer.record(RecordKind.promotedEnded, RecordedPromotion(purchase: purchase))
        case .piece(let piece): piece.write(to: &writer)
        case .skipped(let record):
            writer.varint(record.kind)
            writer.raw(record.fields)
        }
    }
}

extension FieldWriter {
    /// Begins a record with the fields of a value.
    mutating func record(_ kind: UInt64, _ fields: some FieldMessage) {
        varint(kind)
        fields.write(to: &self)
    }

    mutating func record(_ kind: UInt64, _ first: some FieldValue) {
        varint(kind)
        first.write(1, to: &self)
    }

    mutating func record(_ record: LedgerRecord) { lengthPrefixed { record.write(to: &$0) } }
}

extension LedgerRecord {
    /// Reads a record from all of these bytes, without its length.
    package init(bytes: [UInt8], of origin: UpdateOrigin = .none) throws(FormatFault) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FormatFault) in
                guard let base = bytes.baseAddress else { throw FormatFault("a record is empty") }
                return try LedgerRecord(FieldReader(base, count: bytes.count), of: origin)
            }
        }
        self = try result.get()
    }

    init(_ reader: FieldReader, of origin: UpdateOrigin) throws(FormatFault) {
        var fields = reader
        let kind = try fields.varint()
        switch kind {
        case RecordKind.intent: self = .intent(try PaymentIntent(fields))
        case RecordKind.intentEnded:
            self = .intentEnded(try PaymentToken(fields), try fields.value(3) ?? .pending)
        case RecordKind.update:
            var stepsDue = UInt64(0)
            let update = try StoreUpdate(fields, stepsDue: &stepsDue, of: origin)
            self = .update(update, stepsDue: TransactionProgress.Steps(rawValue: UInt16(truncatingIfNeeded: stepsDue)))
        case RecordKind.step: self = .step(try fields.value(1) ?? "", try DeliveryStep(fields))
        case RecordKind.units: self = .units(try fields.value(1) ?? "", try Units(fields))
        case RecordKind.finishing:
            self = .finishing(productID: try fields.value(1) ?? "", try fields.value(2) ?? .atomic)
        case RecordKind.consumer: self = .consumer(try fields.value(1) ?? "", try fields.value(2))
        case RecordKind.failedUpdate:
            self = .failedUpdate(try fields.value(1) ?? "", try FailedUpdates.Step(fields, of: origin))
        case RecordKind.renewal: self = .renewal(originalID: try fields.value(1) ?? "", try ReportedRenewal(fields))
        case RecordKind.signed:
            guard let date: Timestamp = try fields.value(2) else { throw FormatFault("a signed date is missing") }
            self = .signed(try fields.value(1) ?? "", date)
        case RecordKind.described:
            guard let transaction = try fields.transaction(at: 1)
            else { throw FormatFault("a description has no transaction") }
            self = .described(transaction)
        case RecordKind.promoted: self = .promoted(try RecordedPromotion(fields))
        case RecordKind.promotedEnded: self = .promotedEnded(try RecordedPromotion(fields).purchase)
        case RecordKind.acquisition:
            let acquisition = Acquisition(
                time: try fields.value(2) ?? .zero, subscription: try fields.value(3) ?? "")
            self = .acquisition(productID: try fields.value(1) ?? "", acquisition)
        case RecordKind.lastReport: self = .lastReport(try fields.value(1) ?? .zero)
        case RecordKind.section: self = .section(try LedgerKey(fields))
        case RecordKind.payer:
            self = .payer(launch: try fields.value(1) ?? 0, try fields.user(2, of: "a launch"))
        case RecordKind.forgotten: self = .forgotten(try fields.user(1, of: "what is forgotten"))
        case RecordKind.missed: self = .missed(from: try fields.value(1))
        case RecordKind.totals...RecordKind.transaction, RecordKind.archivedTexts...RecordKind.earlier:
            self = .piece(try LedgerPiece(kind, fields, of: origin))
        case let kind where RecordKind.maySkip(kind) || SkippedRecord.gone.contains(kind):
            self = .skipped(SkippedRecord(kind: kind, fields: fields.rest))
        default: throw FormatFault("records of kind \(kind) are unknown here", isNewerVersion: true)
        }
    }
}

extension LedgerKey {
    fileprivate init(_ fields: FieldReader) throws(FormatFault) {
        let user: UserID? = try fields.value(1)
        let isOfEverybody: Bool = try fields.value(2) ?? false
        self = user.map { .user($0) } ?? (isOfEverybody ? .everybody : .shared)
    }
}

extension FieldReader {
    fileprivate func user(_ number: UInt64, of subject: String) throws(FormatFault) -> UserID {
        guard let user: UserID = try value(number) else { throw FormatFault("\(subject) has no user") }
        return user
    }
}

// MARK: - Parts of records

extension PaymentState: CodedField {
    /// Those that are recorded.
    static let codes: [Self] = [.pending, .cancelled, .failed, .unknown, .answered, .withdrawn, .replaced]
}

extension FailedUpdates.Step: FieldMessage {
    func write(to writer: inout FieldWriter) {
        switch self {
        case .failed(let update, let reason):
            writer.message(2, update)
            writer.field(3, reason)
        case .released(let sequence): writer.field(4, sequence)
        case .settled(let sequence): writer.field(5, sequence)
        }
    }

    init(_ fields: FieldReader, of origin: UpdateOrigin) throws(FormatFault) {
        if let message = try fields.message(at: 2) {
            self = .failed(try StoreUpdate(message, of: origin), reason: try fields.value(3) ?? "")
        } else if let sequence: UInt64 = try fields.value(5) {
            self = .settled(sequence)
        } else if let sequence: UInt64 = try fields.value(4) {
            self = .released(sequence)
        } else {
            throw FormatFault("a failed update has no content")
        }
    }
}

extension Units {
    fileprivate init(_ fields: FieldReader) throws(FormatFault) {
        let (low, high): (UInt64, UInt64) = (try fields.value(2) ?? 0, try fields.value(3) ?? 0)
        guard let units = Int(exactly: low).flatMap({ low in Int(exactly: high).flatMap { Units(low: low, high: $0) } })
        else { throw FormatFault("from \(low) to \(high) units are no units") }
        self = units
    }
}

extension DeliveryStep {
    fileprivate var code: UInt64 {
        switch self {
        case .contentInstalled: 0
        case .granted: 1
        case .finishRequested: 2
        case .finished: 3
        case .deadLetter: 4
        case .released: 5
        case .revoked: 6
        }
    }

    fileprivate init(_ fields: FieldReader) throws(FormatFault) {
        let code: UInt64 = try fields.value(2) ?? 0
        switch code {
        case 0: self = .contentInstalled
        case 1: self = .granted
        case 2: self = .finishRequested
        case 3: self = .finished
        case 4: self = .deadLetter(reason: try fields.value(3) ?? "")
        case 5: self = .released
        case 6: self = .revoked
        default: throw FormatFault("a step of kind \(code) is unknown")
        }
    }
}
