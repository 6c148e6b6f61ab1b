#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreUpdate: FieldMessage {
    func write(to writer: inout FieldWriter) {
        write(transaction, intent, to: &writer)
    }

    /// Writes the update with another version of its transaction, or another payment.
    func write(
        _ transaction: StoreTransaction, _ intent: PaymentIntent?, isSigned: Bool = true, to writer: inout FieldWriter
    ) {
        writer.field(1, sequence)
        writer.field(2, UInt64(phase.rawValue))
        kind.write(3, to: &writer)
        writer.message(4, transaction, isSigned: isSigned)
        if let intent { writer.message(5, intent) }
        writer.field(6, recordTime)
        if unpaidFinishing == .manual { writer.field(7, 1) }
        if let renewal { writer.message(8, renewal) }
        laterFields.write(to: &writer)
    }

    init(_ fields: FieldReader, of origin: UpdateOrigin) throws(FormatFault) {
        var stepsDue = UInt64(0)
        try self.init(fields, stepsDue: &stepsDue, of: origin)
    }

    /// Reads an update, and its steps due if they are stored with it.
    init(_ fields: FieldReader, stepsDue: inout UInt64, of origin: UpdateOrigin) throws(FormatFault) {
        var fields = fields
        var sequence = UInt64(0)
        var phase = UInt64(0)
        var kind = Kind(rawValue: "")
        var transaction: StoreTransaction?
        var intent: PaymentIntent?
        var recordedAt = Timestamp.zero
        var finishing = Finishing.atomic
        var renewal: ReportedRenewal?
        var later = LaterFields()
        while let (number, value) = try fields.next() {
            switch number {
            case 1: sequence = try .read(value, fields)
            case 2: phase = try .read(value, fields)
            case 3: kind = try .read(value, fields)
            case 4: transaction = try fields.transaction(fields.message(value))
            case 5: intent = try PaymentIntent(fields.message(value))
            case 6: recordedAt = try .read(value, fields)
            case 7: finishing = try .read(value, fields)
            case 8: renewal = try ReportedRenewal(fields.message(value))
            case 15: stepsDue = try .read(value, fields)
            default: later.add(number, value)
            }
        }
        guard let transaction else { throw FormatFault("an update has no transaction") }
        guard let phase = Phase(rawValue: Int(truncatingIfNeeded: phase))
        else { throw FormatFault("phase \(phase) is unknown") }
        guard sequence > 0, sequence < UInt64(Int64.max) else { throw FormatFault("an update has no usable number") }
        self.init(
            sequence: sequence, phase: phase, kind: kind, transaction: transaction, intent: intent,
            recordTime: recordedAt, unpaidFinishing: finishing, renewal: renewal, origin: origin,
            laterFields: later)
    }
}

extension PaymentIntent: FieldMessage {
    func write(to writer: inout FieldWriter) {
        let request = self.request
        token.write(to: &writer)
        writer.field(3, requestTime)
        writer.field(4, request.productID)
        if request.quantity != 1 { writer.field(5, signed: Int64(request.quantity)) }
        if let account = request.appAccountToken { account.write(6, to: &writer) }
        for (key, text) in request.context.sorted(by: { $0.key < $1.key }) {
            writer.message(7) {
                $0.field(1, key)
                $0.field(2, text)
            }
        }
        if request.finishing == .manual { writer.field(9, 1) }
        request.options.write(to: &writer)
        if let time = trustedTime { writer.field(11, time) }
        laterFields.write(to: &writer)
    }

    init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        var launch = UInt64(0)
        var token = UInt64(0)
        var requestedAt = Timestamp.zero
        var productID = ""
        var quantity = 1
        var appAccountToken: UUID?
        var context: [String: String] = [:]
        var options: Set<PurchaseOption> = []
        var finishing = Finishing.atomic
        var trustedTime: Timestamp?
        var later = LaterFields()
        while let (number, value) = try fields.next() {
            switch number {
            case 1: launch = try .read(value, fields)
            case 2: token = try .read(value, fields)
            case 3: requestedAt = try .read(value, fields)
            case 4: productID = try .read(value, fields)
            case 5: quantity = try .read(value, fields)
            case 6: appAccountToken = try .read(value, fields)
            case 7:
                let pair = try fields.message(value)
                context[try pair.value(1) ?? ""] = try pair.value(2) ?? ""
            case 9: finishing = try .read(value, fields)
            case 11: trustedTime = try .read(value, fields)
            case 8, 10: if try !options.read(number, fields.message(value)) { later.add(number, value) }
            default: later.add(number, value)
            }
        }
        self.init(
            token: PaymentToken(launch: launch, number: token),
            request: PaymentRequest(
                productID: productID, quantity: quantity, appAccountToken: appAccountToken, context: context,
                options: options, finishing: finishing),
            requestTime: requestedAt, trustedTime: trustedTime, laterFields: later)
    }
}

extension PaymentToken: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, launch)
        writer.field(2, number)
    }

    init(_ fields: FieldReader) throws(FormatFault) {
        self.init(launch: try fields.value(1) ?? 0, number: try fields.value(2) ?? 0)
    }
}
