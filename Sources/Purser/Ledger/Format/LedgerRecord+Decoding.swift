#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LedgerRecord {
    /// Reads a record from all of these bytes, without its length.
    package init(bytes: [UInt8]) throws(FormatFault) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FormatFault) in
                guard let base = bytes.baseAddress else { throw FormatFault("a record is empty") }
                return try LedgerRecord(FieldReader(base, count: bytes.count))
            }
        }
        self = try result.get()
    }

    /// Reads a record without its length.
    init(_ reader: FieldReader) throws(FormatFault) {
        var reader = reader
        let kind = try reader.varint()
        switch kind {
        case RecordKind.intent: self = .intent(try PaymentIntent(reader))
        case RecordKind.intentEnded: self = try Self.ending(reader)
        case RecordKind.update: self = try Self.update(reader)
        case RecordKind.step: self = try Self.step(reader)
        case RecordKind.consumer: self = try Self.consumer(reader)
        case RecordKind.account: self = try Self.account(reader)
        case RecordKind.claim: self = try Self.claim(reader)
        case RecordKind.totals...RecordKind.archivedProducts: self = .piece(try LedgerPiece(kind, reader))
        default: throw FormatFault("records of kind \(kind) are unknown here; a newer version wrote this")
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

    private static func account(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var user: UUID?
        while let (number, value) = try fields.next() {
            if number == 1 { user = try fields.uuid(value) }
        }
        guard let user else { throw FormatFault("an account has no user") }
        return .account(user)
    }

    private static func claim(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var id = ""
        var user: UUID?
        while let (number, value) = try fields.next() {
            if number == 1 { id = try fields.text(value) } else if number == 2 { user = try fields.uuid(value) }
        }
        guard let user else { throw FormatFault("a claim has no user") }
        return .claim(id, user)
    }

    private static func update(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var duties = UInt64(0)
        let update = try StoreUpdate(fields, duties: &duties)
        return .update(update, duties: TransactionLife.Steps(rawValue: UInt8(truncatingIfNeeded: duties)))
    }
}

extension StoreUpdate {
    init(_ fields: FieldReader) throws(FormatFault) {
        var duties = UInt64(0)
        try self.init(fields, duties: &duties)
    }

    /// - Parameter duties: what the update leaves to be done, where that stands beside it.
    fileprivate init(_ fields: FieldReader, duties: inout UInt64) throws(FormatFault) {
        var fields = fields
        var sequence = UInt64(0)
        var phase = UInt64(0)
        var kind = ""
        var transaction: StoreTransaction?
        var intent: PaymentIntent?
        var recordedAt = Timestamp(milliseconds: 0)
        while let (number, value) = try fields.next() {
            switch number {
            case 1: sequence = try fields.number(value)
            case 2: phase = try fields.number(value)
            case 3: kind = try fields.text(value, among: Spellings.updateKinds)
            case 4: transaction = try StoreTransaction(fields.message(value))
            case 5: intent = try PaymentIntent(fields.message(value))
            case 6: recordedAt = try fields.time(value)
            case 15: duties = try fields.number(value)
            default: break
            }
        }
        guard let transaction else { throw FormatFault("an update has no transaction") }
        guard let phase = Phase(rawValue: Int(truncatingIfNeeded: phase)) else {
            throw FormatFault("phase \(phase) is unknown")
        }
        guard sequence > 0, sequence < UInt64(Int64.max) else { throw FormatFault("an update has no usable number") }
        self.init(
            sequence: sequence, phase: phase, kind: Kind(rawValue: kind), transaction: transaction, intent: intent,
            recordTime: recordedAt)
    }
}

extension PaymentIntent {
    init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        var launch = UInt64(0)
        var token = UInt64(0)
        var requestedAt = Timestamp(milliseconds: 0)
        var productID = ""
        var quantity = 1
        var appAccountToken: UUID?
        var context: [String: String] = [:]
        var options: Set<PurchaseOption> = []
        var finishing = Finishing.atomic
        while let (number, value) = try fields.next() {
            switch number {
            case 1: launch = try fields.number(value)
            case 2: token = try fields.number(value)
            case 3: requestedAt = try fields.time(value)
            case 4: productID = try fields.text(value)
            case 5: quantity = Int(truncatingIfNeeded: try fields.signed(value))
            case 6: appAccountToken = try fields.uuid(value)
            case 7: try Self.addContext(fields.message(value), to: &context)
            case 9: finishing = try fields.number(value) == 1 ? .manual : .atomic
            case 8, 10:
                if let option = try PurchaseOption(field: number, fields.message(value)) { options.insert(option) }
            default: break
            }
        }
        self.init(
            token: PaymentToken(launch: launch, number: token),
            request: PaymentRequest(
                productID: productID, quantity: quantity, appAccountToken: appAccountToken, context: context,
                options: options, finishing: finishing),
            requestTime: requestedAt)
    }

    private static func addContext(_ fields: FieldReader, to context: inout [String: String]) throws(FormatFault) {
        var fields = fields
        var key = ""
        var text = ""
        while let (number, value) = try fields.next() {
            if number == 1 { key = try fields.text(value) } else if number == 2 { text = try fields.text(value) }
        }
        context[key] = text
    }
}

extension FieldReader {
    func time(_ value: Value) throws(FormatFault) -> Timestamp { Timestamp(milliseconds: try signed(value)) }

    /// A text out of an open set, by its number or as it is.
    func text(_ value: Value, among known: [String]) throws(FormatFault) -> String {
        guard case .number(let code) = value else { return try text(value) }
        guard code < UInt64(known.count) else { throw FormatFault("the name of number \(code) is unknown") }
        return known[Int(code)]
    }

    func uuid(_ value: Value) throws(FormatFault) -> UUID {
        let bytes = try bytes(value)
        guard bytes.count == 16 else { throw FormatFault("a UUID has \(bytes.count) bytes instead of 16") }
        var uuid = UUID.zero.uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyMemory(from: bytes) }
        return UUID(uuid: uuid)
    }
}

extension UUID {
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
