extension LedgerPiece: FieldMessage {
    func write(to writer: inout FieldWriter) {
        switch self {
        case .totals(let sequence, let date):
            writer.varint(RecordKind.totals)
            writer.field(1, sequence)
            writer.field(2, date)
            writer.field(3, 1)
        case .balance(let product, let count):
            writer.varint(RecordKind.balance)
            writer.field(1, product)
            writer.field(2, signed: Int64(count))
        case .openIntent(let intent, let ending):
            writer.varint(RecordKind.openIntent)
            writer.message(1, intent)
            if let ending { writer.field(2, ending.code) }
        case .transaction(let update, let steps, let reason):
            writer.varint(RecordKind.transaction)
            writer.message(1, update)
            writer.field(2, UInt64(steps.rawValue))
            if let reason { writer.field(3, reason) }
        case .archivedProducts(let products):
            writer.varint(RecordKind.archivedProducts)
            for product in products { writer.field(1, product) }
        case .archived(let entries):
            writer.varint(RecordKind.archived)
            writer.field(1, bytes: entries.reduce(into: []) { $1.write(into: &$0) })
            writer.field(2, UInt64(ArchivedTransaction.size))
        }
    }
}

extension LedgerPiece {
    init(_ kind: UInt64, _ fields: FieldReader, of origin: UpdateOrigin) throws(FormatFault) {
        switch kind {
        case RecordKind.totals: self = try Self.totals(fields)
        case RecordKind.balance: self = try Self.balance(fields)
        case RecordKind.openIntent: self = try Self.openIntent(fields)
        case RecordKind.transaction: self = try Self.transaction(fields, of: origin)
        case RecordKind.archived: self = .archived(try [ArchivedTransaction](fields))
        default: self = try Self.archivedProducts(fields)
        }
    }

    private static func totals(_ fields: FieldReader) throws(FormatFault) -> LedgerPiece {
        var fields = fields
        var sequence: UInt64 = 1
        var date = Timestamp(milliseconds: .min)
        var isConfirmed = false
        while let (number, value) = try fields.next() {
            switch number {
            case 1: sequence = try fields.number(value)
            case 2: date = try fields.time(value)
            case 3: isConfirmed = try fields.number(value) == 1
            default: break
            }
        }
        // Earlier versions trusted any date; the transactions that follow tell it again.
        if !isConfirmed { date = Timestamp(milliseconds: .min) }
        guard sequence > 0, sequence < UInt64(Int64.max) else { throw FormatFault("the next number is not usable") }
        return .totals(nextSequence: sequence, trustedDate: date)
    }

    private static func balance(_ fields: FieldReader) throws(FormatFault) -> LedgerPiece {
        var fields = fields
        var product = ""
        var count: Int64 = 0
        while let (number, value) = try fields.next() {
            if number == 1 { product = try fields.text(value) } else if number == 2 { count = try fields.signed(value) }
        }
        return .balance(productID: product, count: Int(truncatingIfNeeded: count))
    }

    private static func openIntent(_ fields: FieldReader) throws(FormatFault) -> LedgerPiece {
        var fields = fields
        var intent: PaymentIntent?
        var ending: IntentEnding?
        while let (number, value) = try fields.next() {
            if number == 1 {
                intent = try PaymentIntent(fields.message(value))
            } else if number == 2 {
                ending = try IntentEnding(code: fields.number(value))
            }
        }
        guard let intent else { throw FormatFault("an open intent has no content") }
        return .openIntent(intent, ending)
    }

    private static func transaction(_ fields: FieldReader, of origin: UpdateOrigin) throws(FormatFault)
        -> LedgerPiece
    {
        var fields = fields
        var update: StoreUpdate?
        var steps: UInt64 = 0
        var reason: String?
        while let (number, value) = try fields.next() {
            switch number {
            case 1: update = try StoreUpdate(fields.message(value), of: origin)
            case 2: steps = try fields.number(value)
            case 3: reason = try fields.text(value)
            default: break
            }
        }
        guard let update else { throw FormatFault("a transaction has no update") }
        return .transaction(update, .init(rawValue: UInt16(truncatingIfNeeded: steps)), deadLetter: reason)
    }

    private static func archivedProducts(_ fields: FieldReader) throws(FormatFault) -> LedgerPiece {
        var fields = fields
        var products: [String] = []
        while let (number, value) = try fields.next() {
            if number == 1 { products.append(try fields.text(value)) }
        }
        guard products.count <= 65_536 else { throw FormatFault("there are too many products") }
        return .archivedProducts(products)
    }
}

extension IntentEnding {
    init(code: UInt64) throws(FormatFault) {
        guard code < UInt64(Self.codes.count) else { throw FormatFault("an ending of kind \(code) is unknown") }
        self = Self.codes[Int(code)]
    }
}
