#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreUpdate {
    init(_ fields: FieldReader, of origin: UpdateOrigin) throws(FormatFault) {
        var duties = UInt64(0)
        try self.init(fields, duties: &duties, of: origin)
    }

    /// - Parameters:
    ///   - duties: what the update leaves to be done, where that stands beside it.
    ///   - origin: the ledger that it is read from.
    init(_ fields: FieldReader, duties: inout UInt64, of origin: UpdateOrigin) throws(FormatFault) {
        var fields = fields
        var sequence = UInt64(0)
        var phase = UInt64(0)
        var kind = ""
        var transaction: StoreTransaction?
        var intent: PaymentIntent?
        var recordedAt = Timestamp(milliseconds: 0)
        var finishing = Finishing.atomic
        var renewal: ToldRenewal?
        var later = LaterFields()
        while let (number, value) = try fields.next() {
            switch number {
            case 1: sequence = try fields.number(value)
            case 2: phase = try fields.number(value)
            case 3: kind = try fields.text(value, among: Spellings.updateKinds)
            case 4: transaction = try StoreTransaction(fields.message(value))
            case 5: intent = try PaymentIntent(fields.message(value))
            case 6: recordedAt = try fields.time(value)
            case 7: finishing = try fields.number(value) == 1 ? .manual : .atomic
            case 8: renewal = try ToldRenewal(fields.message(value))
            case 15: duties = try fields.number(value)
            default: later.add(number, value)
            }
        }
        guard let transaction else { throw FormatFault("an update has no transaction") }
        guard let phase = Phase(rawValue: Int(truncatingIfNeeded: phase)) else {
            throw FormatFault("phase \(phase) is unknown")
        }
        guard sequence > 0, sequence < UInt64(Int64.max) else { throw FormatFault("an update has no usable number") }
        self.init(
            sequence: sequence, phase: phase, kind: Kind(rawValue: kind), transaction: transaction, intent: intent,
            recordTime: recordedAt, unpaidFinishing: finishing, renewal: renewal, origin: origin,
            laterFields: later)
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
        var subjects: Set<String> = []
        var finishing = Finishing.atomic
        var trustedTime: Timestamp?
        var later = LaterFields()
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
            case 11: trustedTime = try fields.time(value)
            case 8, 10:
                guard let option = try PurchaseOption(field: number, fields.message(value)) else {
                    later.add(number, value)
                    break
                }
                // Of what no request says twice, the first counts.
                if subjects.insert(option.subject).inserted { options.insert(option) }
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
