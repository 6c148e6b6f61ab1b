#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LedgerRecord {
    /// Reads a record from all of these bytes, without its length.
    ///
    /// - Parameter origin: the ledger that it is read from.
    package init(bytes: [UInt8], of origin: UpdateOrigin = .none) throws(FormatFault) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FormatFault) in
                guard let base = bytes.baseAddress else { throw FormatFault("a record is empty") }
                return try LedgerRecord(FieldReader(base, count: bytes.count), of: origin)
            }
        }
        self = try result.get()
    }

    /// Reads a record without its length.
    init(_ reader: FieldReader, of origin: UpdateOrigin) throws(FormatFault) {
        var reader = reader
        let kind = try reader.varint()
        switch kind {
        case RecordKind.intent: self = .intent(try PaymentIntent(reader))
        case RecordKind.intentEnded: self = try Self.ending(reader)
        case RecordKind.update: self = try Self.update(reader, of: origin)
        case RecordKind.step: self = try Self.step(reader)
        case RecordKind.units: self = try Self.units(reader)
        case RecordKind.finishing: self = try Self.finishing(reader)
        case RecordKind.consumer: self = try Self.consumer(reader)
        case RecordKind.account: self = try Self.account(reader)
        case RecordKind.payer: self = try Self.payer(reader)
        case RecordKind.holder: self = try Self.holder(reader)
        case RecordKind.mail: self = try Self.mail(reader, isTaken: false)
        case RecordKind.mailTaken: self = try Self.mail(reader, isTaken: true)
        case RecordKind.failedUpdate: self = try Self.failedUpdate(reader, of: origin)
        case RecordKind.renewal: self = try Self.renewal(reader)
        case RecordKind.signed: self = try Self.signed(reader)
        case RecordKind.described: self = try Self.described(reader)
        case RecordKind.earlyRenewal: self = .earlyRenewal(try RenewalReport(reader))
        case RecordKind.earlyRenewalTaken: self = .earlyRenewalTaken(try RenewalReport.Subject(reader))
        case RecordKind.acquisition: self = try Self.acquisition(reader)
        case RecordKind.heard: self = try Self.heard(reader)
        case RecordKind.totals...RecordKind.transaction, RecordKind.archivedProducts, RecordKind.archived:
            self = .piece(try LedgerPiece(kind, reader, of: origin))
        case let kind where RecordKind.maySkip(kind): self = .skipped(SkippedRecord(kind: kind, fields: reader.rest))
        default: throw FormatFault("records of kind \(kind) are unknown here", isNewerVersion: true)
        }
    }

    private static func ending(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var token = (launch: UInt64(0), number: UInt64(0))
        var code = UInt64(0)
        while let (number, value) = try fields.next() {
            switch number {
            case 1: token.launch = try fields.number(value)
            case 2: token.number = try fields.number(value)
            case 3: code = try fields.number(value)
            default: break
            }
        }
        return .intentEnded(PaymentToken(launch: token.launch, number: token.number), try IntentEnding(code: code))
    }

    private static func finishing(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var product = ""
        var isManual = false
        while let (number, value) = try fields.next() {
            if number == 1 {
                product = try fields.text(value)
            } else if number == 2 {
                isManual = try fields.number(value) == 1
            }
        }
        return .finishing(productID: product, isManual ? .manual : .atomic)
    }

    private static func units(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var id = ""
        var (low, high) = (UInt64(0), UInt64(0))
        while let (number, value) = try fields.next() {
            switch number {
            case 1: id = try fields.text(value)
            case 2: low = try fields.number(value)
            case 3: high = try fields.number(value)
            default: break
            }
        }
        guard let low = Int(exactly: low), let high = Int(exactly: high), let units = Units(low: low, high: high) else {
            throw FormatFault("from \(low) to \(high) units are no units")
        }
        return .units(id, units)
    }

    private static func step(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var id = ""
        var code = UInt64(0)
        var reason = ""
        while let (number, value) = try fields.next() {
            switch number {
            case 1: id = try fields.text(value)
            case 2: code = try fields.number(value)
            case 3: reason = try fields.text(value)
            default: break
            }
        }
        guard let step = DeliveryStep(code: code, reason: reason) else {
            throw FormatFault("a step of kind \(code) is unknown")
        }
        return .step(id, step)
    }

    private static func consumer(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var name = ""
        var sequence: UInt64?
        while let (number, value) = try fields.next() {
            if number == 1 { name = try fields.text(value) } else if number == 2 { sequence = try fields.number(value) }
        }
        return .consumer(name, sequence)
    }

    private static func heard(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var time = Timestamp(milliseconds: 0)
        while let (number, value) = try fields.next() {
            if number == 1 { time = try fields.time(value) }
        }
        return .heard(time)
    }

    private static func failedUpdate(_ fields: FieldReader, of origin: UpdateOrigin) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var (name, reason) = ("", "")
        var update: StoreUpdate?
        var step: FailedUpdates.Step?
        while let (number, value) = try fields.next() {
            switch number {
            case 1: name = try fields.text(value)
            case 2: update = try StoreUpdate(fields.message(value), of: origin)
            case 3: reason = try fields.text(value)
            case 4: step = .released(try fields.number(value))
            case 5: step = .settled(try fields.number(value))
            default: break
            }
        }
        guard let step = update.map({ .setAside($0, reason: reason) }) ?? step else {
            throw FormatFault("nothing is said of what a reader set aside")
        }
        return .failedUpdate(name, step)
    }

    private static func acquisition(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var product = ""
        var acquisition = Acquisition(time: Timestamp(milliseconds: 0), subscription: "")
        while let (number, value) = try fields.next() {
            switch number {
            case 1: product = try fields.text(value)
            case 2: acquisition.time = try fields.time(value)
            case 3: acquisition.subscription = try fields.text(value)
            default: break
            }
        }
        return .acquisition(productID: product, acquisition)
    }

    private static func renewal(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        let told = try ToldRenewal(fields)
        var fields = fields
        var originalID = ""
        while let (number, value) = try fields.next() {
            if number == 1 { originalID = try fields.text(value) }
        }
        return .renewal(originalID: originalID, told)
    }

    private static func account(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var user: UUID?
        while let (number, value) = try fields.next() {
            if number == 1 { user = try fields.uuid(value) }
        }
        guard let user else { throw FormatFault("an account has no user") }
        return .account(user)
    }

    private static func update(_ fields: FieldReader, of origin: UpdateOrigin) throws(FormatFault) -> LedgerRecord {
        var duties = UInt64(0)
        let update = try StoreUpdate(fields, duties: &duties, of: origin)
        return .update(update, duties: TransactionLife.Steps(rawValue: UInt16(truncatingIfNeeded: duties)))
    }
}
